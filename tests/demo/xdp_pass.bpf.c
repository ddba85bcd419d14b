// SPDX-License-Identifier: Dual MIT/GPL
// Passes every packet. A veth delivers what its peer sends by XDP_TX only if it has a program itself.
// It includes nothing, so that the kernel's headers are not needed: 2 is XDP_PASS.
__attribute__((section("xdp"), used)) int xdp_pass(void *context) {
  (void)context;
  return 2;
}

__attribute__((section("license"), used)) char licence[] = "Dual MIT/GPL";
