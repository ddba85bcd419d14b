// pcap files: frames in with their times, frames out. Ethernet only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/error.h"

struct pcap;
struct pcap_dumper;

namespace guideway::dataplane {

struct CapturedFrame {
  std::uint64_t nanoseconds = 0;
  std::span<const std::uint8_t> bytes;
};

class CaptureReader {
 public:
  static Result<CaptureReader> open(const std::string& path);

  // False at the end; an error where the file is damaged.
  Result<bool> next(CapturedFrame& frame);

 private:
  struct Close {
    void operator()(pcap* handle) const;
  };
  explicit CaptureReader(pcap* handle, std::string path) : handle_(handle), path_(std::move(path)) {}
  std::unique_ptr<pcap, Close> handle_;
  std::string path_;
};

// Writes to PATH.part and renames at close, so that no half file is taken for a whole one. Where it never comes to
// that, nothing is left behind.
class CaptureWriter {
 public:
  static Result<CaptureWriter> create(const std::string& path);
  CaptureWriter(CaptureWriter&&) = default;
  CaptureWriter& operator=(CaptureWriter&&) = delete;
  ~CaptureWriter();

  void write(std::uint64_t nanoseconds, std::span<const std::uint8_t> bytes);
  Result<void> close();

 private:
  struct CloseHandle {
    void operator()(pcap* handle) const;
  };
  struct CloseDumper {
    void operator()(pcap_dumper* dumper) const;
  };
  CaptureWriter() = default;
  std::string path_;
  std::unique_ptr<pcap, CloseHandle> handle_;
  std::unique_ptr<pcap_dumper, CloseDumper> dumper_;
};

}  // namespace guideway::dataplane
