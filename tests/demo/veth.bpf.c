// SPDX-License-Identifier: Dual MIT/GPL
// Two things that a cable does by itself, and a veth only with these programs at its end. They include
// nothing, so that no headers are needed to compile them; the numbers are the kernel's.

enum { xdp_pass = 2, tc_act_unspec = -1, helper_set_hash_invalid = 41 };

// Passes every packet. A veth delivers what its peer sends by XDP_TX only if it has an XDP program itself.
__attribute__((section("xdp"), used)) int pass(void *context) {
  (void)context;
  return xdp_pass;
}

// Forgets the flow hash that a packet brings along from the socket that sent it. A router behind a cable must compute
// its own from the headers, where the socket's changes when TCP retransmits, and other packets of the
// flow have none: the router would send one flow to two balancers.
__attribute__((section("tc"), used)) int forget_hash(void *skb) {
  static void (*const set_hash_invalid)(void *) = (void (*)(void *))helper_set_hash_invalid;
  set_hash_invalid(skb);
  return tc_act_unspec;
}

__attribute__((section("license"), used)) char licence[] = "Dual MIT/GPL";
