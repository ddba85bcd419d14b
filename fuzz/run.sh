#!/usr/bin/env bash
# fuzz/run.sh SECONDS [FUZZER...]: every fuzzer of the build (or those named) for SECONDS each, from its kept
# inputs. What it finds on the way stays in the build folder; an input that breaks something is named, and
# the exit code is 1. GUIDEWAY_BUILD: the build folder, build/asan by default.
set -euo pipefail
seconds=${1:?usage: fuzz/run.sh SECONDS [FUZZER...]}
shift
build=$(realpath "${GUIDEWAY_BUILD:-$(dirname "$0")/../build/asan}")
cd "$(dirname "$(readlink -f "$0")")/.."

fuzzers=("$@")
if [ ${#fuzzers[@]} -eq 0 ]; then
  for binary in "$build"/*_fuzzer; do
    [ -x "$binary" ] && fuzzers+=("$(basename "$binary")")
  done
fi
[ ${#fuzzers[@]} -gt 0 ] || { echo "fuzz: no fuzzer in $build; build the asan preset" >&2; exit 1; }

broken=0
for fuzzer in "${fuzzers[@]}"; do
  name=${fuzzer%_fuzzer}
  work=$build/fuzz/$name
  mkdir -p "$work/found" "$work/broken" "fuzz/corpus/$name"
  options=(-max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 -max_len=8192
           -artifact_prefix="$work/broken/" -print_final_stats=1)
  [ ! -f "fuzz/$name.dict" ] || options+=(-dict="fuzz/$name.dict")
  if "$build/$fuzzer" "${options[@]}" "$work/found" "fuzz/corpus/$name" >"$work/log" 2>&1; then
    echo "$fuzzer: $(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log") inputs in $seconds s, nothing broken"
  else
    tail -n 60 "$work/log" >&2
    echo "$fuzzer: BROKEN; the input is in $work/broken/" >&2
    broken=1
  fi
done
exit "$broken"
