#include "dataplane/xdp/object.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <fmt/format.h>
#include <linux/membarrier.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/system_error.h"

namespace guideway::dataplane {
namespace {

constexpr unsigned char object_bytes[] = {
#include "bpf/guideway_xdp.inc"
};

constexpr const char* program_name = "guideway_xdp";

// libbpf explains a refusal in many lines; they are kept for the error's message rather than printed.
std::string& libbpf_log() {
  static thread_local std::string log;
  return log;
}

int keep_log(libbpf_print_level level, const char* format, va_list arguments) {
  if (level == LIBBPF_DEBUG) return 0;
  char line[512];
  const int length = std::vsnprintf(line, sizeof line, format, arguments);
  if (libbpf_log().size() < 4096) libbpf_log() += line;
  return length;
}

// EACCES is also the verifier's word for a program that it does not accept; from root it means that.
Error load_error(int number) {
  if (number == EPERM || (number == EACCES && geteuid() != 0))
    return {"xdp.no-privilege", "the kernel refuses to load programs for this user",
            "run as root, or with CAP_BPF, CAP_NET_ADMIN and CAP_PERFMON", Exit::failure};
  return system_error("xdp.load", "the kernel refused the program; libbpf says: " + libbpf_log(),
                      "a kernel from 6.1 on with BTF is needed; see `guideway version`", number);
}

// All of the maps that are pinned under `folder`, or none: a start that died halfway left an incomplete set.
std::vector<Descriptor> open_pinned(const std::string& folder) {
  std::vector<Descriptor> maps;
  if (folder.empty()) return maps;
  bool complete = true;
  Memory names;
  for_each_array(names, Capacity{}, [&](const char* name, auto&, std::uint32_t) {
    maps.emplace_back(bpf_obj_get((std::filesystem::path(folder) / name).c_str()));
    complete = complete && maps.back();
  });
  if (!complete) maps.clear();
  return maps;
}

}  // namespace

void XdpObject::Unmap::operator()(void* pages) const { munmap(pages, size); }

Result<XdpObject> XdpObject::load(Capacity capacity, Clock clock, const std::string& pins) {
  libbpf_set_print(keep_log);
  libbpf_log().clear();
  const int cpus = libbpf_num_possible_cpus();
  if (cpus < 1) return std::unexpected(system_error("xdp.cpus", "cannot tell the number of CPUs", {}, -cpus));
  capacity.cpus = static_cast<std::uint32_t>(cpus);

  const auto close_object = [](bpf_object* object) { bpf_object__close(object); };
  const std::unique_ptr<bpf_object, decltype(close_object)> object(
      bpf_object__open_mem(object_bytes, sizeof object_bytes, nullptr), close_object);
  if (!object) return std::unexpected(load_error(errno));

  XdpObject result;
  std::vector<Descriptor> pinned = open_pinned(pins);
  result.adopted_ = !pinned.empty();
  bool sized = true;
  std::size_t next = 0;
  for_each_array(result.memory_, capacity, [&](const char* name, auto&, std::uint32_t entries) {
    bpf_map* const map = bpf_object__find_map_by_name(object.get(), name);
    sized =
        sized && map &&
        (result.adopted_ ? bpf_map__reuse_fd(map, pinned[next++].get()) : bpf_map__set_max_entries(map, entries)) == 0;
  });
  bpf_map* const rodata = bpf_object__find_map_by_name(object.get(), ".rodata");
  std::size_t rodata_size = 0;
  auto* const from_root =
      rodata ? static_cast<bool*>(const_cast<void*>(bpf_map__initial_value(rodata, &rodata_size))) : nullptr;
  if (!sized || !from_root || rodata_size != sizeof(bool))
    return std::unexpected(Error{"xdp.object", "the compiled program and this binary do not belong together",
                                 "build again from clean", Exit::failure});
  *from_root = clock == Clock::from_root;

  const int failed = bpf_object__load(object.get());
  if (failed != 0) return std::unexpected(load_error(-failed));
  result.program_ = Descriptor(dup(bpf_program__fd(bpf_object__find_program_by_name(object.get(), program_name))));
  for_each_array(result.memory_, capacity, [&](const char* name, auto&, std::uint32_t) {
    result.maps_.emplace_back(name, Descriptor(dup(bpf_map__fd(bpf_object__find_map_by_name(object.get(), name)))));
  });
  if (const auto mapped = result.map_arrays(); !mapped) return std::unexpected(mapped.error());
  if (!pins.empty() && !result.adopted_)
    if (const auto done = result.pin(pins); !done) return std::unexpected(done.error());
  return result;
}

// Sizes are what the kernel says of each map: an adopted one may have been made with other capacities.
Result<void> XdpObject::map_arrays() {
  std::size_t next = 0;
  std::string failed;
  for_each_array(memory_, Capacity{}, [&]<class Value>(const char* name, std::span<Value>& array, std::uint32_t) {
    bpf_map_info info{};
    std::uint32_t info_size = sizeof info;
    const int fd = maps_[next++].second.get();
    if (bpf_obj_get_info_by_fd(fd, &info, &info_size) != 0 || info.value_size != sizeof(Value)) {
      failed = name;
      return;
    }
    const std::size_t size = std::size_t{info.max_entries} * sizeof(Value);
    void* const pages = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (pages == MAP_FAILED) {
      failed = name;
      return;
    }
    pages_.emplace_back(pages, Unmap{size});
    array = {static_cast<Value*>(pages), info.max_entries};
  });
  if (failed.empty()) return {};
  return std::unexpected(system_error("xdp.map", "cannot map the array \"" + failed + "\" of the running program",
                                      "run `guideway detach` and start again if it was made by another version"));
}

Result<void> XdpObject::pin(const std::string& folder) const {
  const std::filesystem::path at(folder);
  std::error_code failed;
  std::filesystem::remove_all(at, failed);  // what a start that died halfway left
  std::filesystem::create_directories(at, failed);
  if (failed)
    return std::unexpected(
        system_error("xdp.pin", "cannot create " + folder, "is a bpf file system mounted there?", failed.value()));
  for (const auto& [name, fd] : maps_) {
    if (bpf_obj_pin(fd.get(), (at / name).c_str()) == 0) continue;
    const Error error = system_error("xdp.pin", "cannot pin under " + folder, "is a bpf file system mounted there?");
    std::filesystem::remove_all(at, failed);
    return std::unexpected(error);
  }
  return {};
}

// Kernels with nohz_full CPUs refuse; then a pause stands in, long against a program's microseconds.
void wait_for_programs() {
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0) != 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

}  // namespace guideway::dataplane
