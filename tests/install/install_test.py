"""Does the library serve somebody else's program? It is built alone with each compiler, installed, and
used by examples/cache_client through find_package and through pkg-config; and once as a part of another build. All say
the same."""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

COMPILERS = ("clang++-19", "g++-12")
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
SOURCE = Path.cwd()
EXAMPLE = SOURCE / "examples/cache_client"

# How many of 100000 keys may move from one shard that stays to another, from and to. Modulo is there as the warning.
NEEDLESS = {"maglev": (1, 1000), "rendezvous": (0, 0), "ring": (0, 0), "modulo": (30000, 100000)}

# No public header needs these, and none should come to.
INSIDE = re.compile("roster|widest|xxh64|same_backends|entrants|columns|least_log|shares|balance/(maglev|round_robin)/")


class Failure(Exception):
    pass


def run(*command, **environment):
    done = subprocess.run([str(word) for word in command], env=os.environ | environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def install(compiler, folder):
    build, prefix = folder / "library", folder / "prefix"
    run("cmake", "-S", SOURCE, "-B", build, "-G", "Ninja", "-DGUIDEWAY_LIBRARY_ONLY=ON",
        "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON", f"-DCMAKE_CXX_COMPILER={compiler}")
    run("cmake", "--build", build, "-j2")
    run("cmake", "--install", build, "--component", "library", "--prefix", prefix)
    # A prefix may be moved: nothing in it says where it was.
    return prefix.rename(folder / "moved")


def check_headers(compiler, prefix):
    """Every header compiles with one folder on the path, without a warning, and includes nothing left behind."""
    headers = sorted(path.relative_to(prefix / "include") for path in prefix.glob("include/**/*.h"))
    names = {str(header) for header in headers}
    for expected in ("guideway/balance/maglev.h", "guideway/balance/table.h", "guideway/base/error.h"):
        if expected not in names:
            raise Failure(f"{expected} was not installed")
    if inside := {name for name in names if INSIDE.search(name)}:
        raise Failure(f"installed, but not part of the interface: {sorted(inside)}")
    source = prefix / "all.cc"
    source.write_text("".join(f"#include <{name}>\n" for name in sorted(names)))
    run(compiler, "-std=c++23", *WARNINGS.split(), f"-I{prefix}/include", "-fsyntax-only", source)


def through_find_package(compiler, prefix, folder):
    build = folder / "find_package"
    run("cmake", "-S", EXAMPLE, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_CXX_FLAGS={WARNINGS}")
    run("cmake", "--build", build)
    return run(build / "cache_client")


def through_pkg_config(compiler, prefix, folder):
    flags = run("pkg-config", "--cflags", "--libs", "guideway", PKG_CONFIG_PATH=str(prefix / "lib/pkgconfig")).split()
    program = folder / "pkg_config"
    run(compiler, "-std=c++23", "-O2", *WARNINGS.split(), EXAMPLE / "cache_client.cc", *flags, "-o", program)
    return run(program)


def through_add_subdirectory(compiler, folder):
    """As a part of somebody's own build, who asks for no more than one line and one target."""
    source, build = folder / "source", folder / "add_subdirectory"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(f"""
        cmake_minimum_required(VERSION 3.25)
        project(mine LANGUAGES CXX)
        add_subdirectory({SOURCE} guideway)
        add_executable(cache_client {EXAMPLE}/cache_client.cc)
        target_link_libraries(cache_client PRIVATE guideway::balance)""")
    run("cmake", "-S", source, "-B", build, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={compiler}")
    run("cmake", "--build", build, "-j2")
    return run(build / "cache_client")


def check_output(text):
    """Losing one of six shards, the lightest aside, loses about 100 / 550 of all keys. 18182 of 100000 are expected,
    and six standard deviations of a fair draw are 732; to which comes what the shares miss by."""
    rows = {name: (int(lost), int(needless))
            for name, lost, needless in re.findall(r"^(\w[\w ]*?) +(\d+) +(\d+)$", text, re.MULTILINE)}
    if rows.keys() != NEEDLESS.keys():
        raise Failure(f"not a row for each policy:\n{text}")
    for policy, (lost, needless) in rows.items():
        slack = 0.3 if policy == "ring" else 0.05
        if abs(lost - 18182) > slack * 18182:
            raise Failure(f"{policy}: {lost} keys were on the lost shard; about 18182 would be its share")
        least, most = NEEDLESS[policy]
        if not least <= needless <= most:
            raise Failure(f"{policy}: {needless} keys moved needlessly; {least} to {most} should")


def main():
    said = {}
    with tempfile.TemporaryDirectory(prefix="guideway-install-") as temporary:
        for compiler in COMPILERS:
            folder = Path(temporary) / compiler
            folder.mkdir()
            prefix = install(compiler, folder)
            check_headers(compiler, prefix)
            said[compiler, "find_package"] = through_find_package(compiler, prefix, folder)
            said[compiler, "pkg-config"] = through_pkg_config(compiler, prefix, folder)
        said[compiler, "add_subdirectory"] = through_add_subdirectory(compiler, folder)
    first = next(iter(said.values()))
    check_output(first)
    for way, text in said.items():
        if text != first:
            raise Failure(f"{' and '.join(way)} says otherwise:\n{text}\nthan:\n{first}")
    print(first)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(str(failure))
