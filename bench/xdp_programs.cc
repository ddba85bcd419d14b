#include "bench/xdp_programs.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <linux/bpf.h>
#include <sys/mman.h>
#include <time.h>

#include "base/system_error.h"

namespace guideway::bench {
namespace {

constexpr std::size_t page_size = 4096;

constexpr unsigned char floor_bytes[] = {
#include "bpf/bench_xdp_floor.inc"
};
constexpr unsigned char wrapper_bytes[] = {
#include "bpf/bench_xdp_wrapper.inc"
};

Error load_error(int number) {
  return system_error("bench.load", "the kernel refused a program of the benchmark", "run as root", number);
}

Result<ObjectHandle> open_object(std::span<const unsigned char> bytes) {
  ObjectHandle object(bpf_object__open_mem(bytes.data(), bytes.size(), nullptr));
  if (!object) return std::unexpected(load_error(errno));
  return object;
}

int program_of(bpf_object* object, const char* name) {
  return bpf_program__fd(bpf_object__find_program_by_name(object, name));
}

// Of this thread alone: what others run meanwhile on the CPU is not counted.
double nanoseconds_now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

}  // namespace

void CloseObject::operator()(bpf_object* object) const { bpf_object__close(object); }
void UnmapPage::operator()(void* page) const { munmap(page, page_size); }

Result<FloorPrograms> FloorPrograms::load(const Floor& header) {
  auto object = open_object(floor_bytes);
  if (!object) return std::unexpected(object.error());
  bpf_map* const constants = bpf_object__find_map_by_name(object->get(), ".rodata");
  if (const int failed = bpf_map__set_initial_value(constants, &header, sizeof header); failed != 0)
    return std::unexpected(load_error(-failed));
  if (const int failed = bpf_object__load(object->get()); failed != 0) return std::unexpected(load_error(-failed));
  return FloorPrograms(std::move(*object));
}

int FloorPrograms::floor() const { return program_of(object_.get(), "xdp_floor"); }
int FloorPrograms::nothing() const { return program_of(object_.get(), "xdp_nothing"); }

Result<Wrapper> Wrapper::around(int program) {
  auto object = open_object(wrapper_bytes);
  if (!object) return std::unexpected(object.error());
  if (const int failed = bpf_object__load(object->get()); failed != 0) return std::unexpected(load_error(-failed));
  Wrapper wrapper(std::move(*object));
  bpf_object* const loaded = wrapper.object_.get();
  wrapper.wrapper_ = program_of(loaded, "xdp_wrapper");
  const int globals = bpf_map__fd(bpf_object__find_map_by_name(loaded, ".bss"));
  wrapper.page_.reset(mmap(nullptr, page_size, PROT_READ | PROT_WRITE, MAP_SHARED, globals, 0));
  const std::uint32_t first = 0;
  const int programs = bpf_map__fd(bpf_object__find_map_by_name(loaded, "program"));
  if (wrapper.page_.get() == MAP_FAILED || bpf_map_update_elem(programs, &first, &program, BPF_ANY) != 0)
    return std::unexpected(load_error(errno));
  return wrapper;
}

Result<double> Wrapper::run(const Frame& frame, std::uint32_t packets) {
  traffic().failures = 0;
  bpf_test_run_opts options{};
  options.sz = sizeof options;
  options.data_in = frame.data();
  options.data_size_in = static_cast<std::uint32_t>(frame.size());
  options.repeat = static_cast<int>(packets);
  const double start = nanoseconds_now();
  if (bpf_prog_test_run_opts(wrapper_, &options) != 0)
    return std::unexpected(system_error("bench.run", "the kernel does not run the wrapper"));
  const double end = nanoseconds_now();
  if (traffic().failures != 0)
    return std::unexpected(Error{"bench.failed", std::to_string(traffic().failures) + " packets were not sent", {}});
  return (end - start) / packets;
}

Result<Frame> send_one(int program, const Frame& frame) {
  Frame sent(frame.size() + 256);
  bpf_test_run_opts options{};
  options.sz = sizeof options;
  options.data_in = frame.data();
  options.data_size_in = static_cast<std::uint32_t>(frame.size());
  options.data_out = sent.data();
  options.data_size_out = static_cast<std::uint32_t>(sent.size());
  options.repeat = 1;
  if (bpf_prog_test_run_opts(program, &options) != 0)
    return std::unexpected(system_error("bench.run", "the kernel does not run a program under test"));
  if (options.retval != XDP_TX)
    return std::unexpected(Error{"bench.failed", "a program under test does not send a packet on", {}});
  sent.resize(options.data_size_out);
  return sent;
}

Result<void> check_compiled(int program) {
  bpf_prog_info info{};
  std::uint32_t size = sizeof info;
  if (bpf_obj_get_info_by_fd(program, &info, &size) != 0)
    return std::unexpected(system_error("bench.info", "the kernel does not describe a program"));
  if (info.jited_prog_len > 0) return {};
  return std::unexpected(Error{"bench.interpreted", "the kernel interprets BPF programs, so figures would say nothing",
                               "echo 1 > /proc/sys/net/core/bpf_jit_enable"});
}

}  // namespace guideway::bench
