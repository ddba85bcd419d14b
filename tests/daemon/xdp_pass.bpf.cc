// A program that is not ours.
#include <linux/bpf.h>

#include "core/bpf/helpers.h"

extern "C" {
SEC("xdp") int pass(xdp_md*) { return XDP_PASS; }

char license_text[] SEC("license") = "Dual MIT/GPL";
}
