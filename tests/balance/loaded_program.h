// A BPF program in the kernel that reads one struct, its "packet", and writes the answer into it.
#pragma once

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <memory>

namespace guideway::test {

class LoadedProgram {
 public:
  explicit LoadedProgram(const char* file) : object_(bpf_object__open_file(file, nullptr), bpf_object__close) {}

  // False where the kernel refuses it.
  bool load() { return object_ && bpf_object__load(object_.get()) == 0; }

  // The first element of a map.
  template <class Value>
  void set(const char* map, const Value& value) {
    constexpr std::uint32_t first = 0;
    ASSERT_EQ(bpf_map_update_elem(bpf_object__find_map_fd_by_name(object_.get(), map), &first, &value, BPF_ANY), 0);
  }

  template <class Question>
  Question answer(const Question& question) {
    Question answer{};
    bpf_test_run_opts run{.sz = sizeof run,
                          .data_in = &question,
                          .data_out = &answer,
                          .data_size_in = sizeof question,
                          .data_size_out = sizeof answer};
    const int program = bpf_program__fd(bpf_object__find_program_by_name(object_.get(), "pick"));
    EXPECT_EQ(bpf_prog_test_run_opts(program, &run), 0);
    EXPECT_EQ(run.retval, std::uint32_t{2});  // XDP_PASS
    return answer;
  }

 private:
  std::unique_ptr<bpf_object, void (*)(bpf_object*)> object_;
};

}  // namespace guideway::test
