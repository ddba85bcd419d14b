// The kernel's BPF helpers for C++. libbpf's own header does not parse as C++, so the helpers that our
// programs call stand here as typed constants: calling the address N is how BPF calls helper N. The
// numbers are kernel ABI (enum bpf_func_id) and are written out because core/ includes nothing of the
// kernel's; a program includes <linux/bpf.h> before this header for xdp_md, __sk_buff and the enums.
//
// Only for --target=bpf. A map definition needs a named, non-template struct without member functions,
// or the kernel refuses its BTF:
//
//   struct Counters {
//     __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
//     __uint(max_entries, 16);
//     __type(key, uint32_t);
//     __type(value, uint64_t);
//   } counters SEC(".maps");
//   char license_text[] SEC("license") = "Dual MIT/GPL";  // not named as the section: the assembler refuses it
#pragma once

#include <stdint.h>

// The spelling of libbpf, which every reader of BPF programs knows.
#define SEC(name) __attribute__((section(name), used))
#define __uint(name, val) int(*name)[val]
#define __type(name, val) __typeof__(val)* name
#define __array(name, val) __typeof__(val)* name[]

struct bpf_fib_lookup;
struct xdp_md;
struct __sk_buff;

namespace guideway::core::bpf {

template <class Function>
inline __attribute__((always_inline)) Function* helper(unsigned long number) {
  return reinterpret_cast<Function*>(number);
}

// Maps.
static auto* const map_lookup = helper<void*(void* map, const void* key)>(1);
static auto* const map_update = helper<long(void* map, const void* key, const void* value, uint64_t flags)>(2);
static auto* const map_delete = helper<long(void* map, const void* key)>(3);

// The world around: time, chance, place.
static auto* const ktime_get_ns = helper<uint64_t()>(5);
static auto* const ktime_get_coarse_ns = helper<uint64_t()>(160);  // of the last timer interrupt: no clock is read
static auto* const get_prandom_u32 = helper<uint32_t()>(7);
static auto* const get_smp_processor_id = helper<uint32_t()>(8);
static auto* const trace_printk = helper<long(const char* format, uint32_t size, ...)>(6);

// Where a packet goes.
static auto* const redirect = helper<long(uint32_t interface, uint64_t flags)>(23);
static auto* const redirect_map = helper<long(void* map, uint64_t key, uint64_t flags)>(51);
static auto* const fib_lookup = helper<long(void* context, bpf_fib_lookup* query, int size, uint32_t flags)>(69);
static auto* const tail_call = helper<long(void* context, void* program_array, uint32_t index)>(12);

// XDP: the frame grows or shrinks at either end.
static auto* const xdp_adjust_head = helper<long(xdp_md* context, int delta)>(44);
static auto* const xdp_adjust_meta = helper<long(xdp_md* context, int delta)>(54);
static auto* const xdp_adjust_tail = helper<long(xdp_md* context, int delta)>(65);
static auto* const xdp_get_buff_len = helper<uint64_t(xdp_md* context)>(188);
static auto* const xdp_load_bytes = helper<long(xdp_md* context, uint32_t offset, void* to, uint32_t size)>(189);
static auto* const xdp_store_bytes = helper<long(xdp_md* context, uint32_t offset, void* from, uint32_t size)>(190);

// tc: an skb, which may be in pieces.
static auto* const skb_store_bytes =
    helper<long(__sk_buff* skb, uint32_t offset, const void* from, uint32_t size, uint64_t flags)>(9);
static auto* const l3_csum_replace =
    helper<long(__sk_buff* skb, uint32_t offset, uint64_t from, uint64_t to, uint64_t flags)>(10);
static auto* const l4_csum_replace =
    helper<long(__sk_buff* skb, uint32_t offset, uint64_t from, uint64_t to, uint64_t flags)>(11);
static auto* const skb_load_bytes = helper<long(const void* skb, uint32_t offset, void* to, uint32_t size)>(26);
static auto* const skb_pull_data = helper<long(__sk_buff* skb, uint32_t size)>(39);

}  // namespace guideway::core::bpf
