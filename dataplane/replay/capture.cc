#include "dataplane/replay/capture.h"

#include <pcap/pcap.h>

#include <cstdio>
#include <filesystem>

#include "base/system_error.h"

namespace guideway::dataplane {

constexpr int max_frame = 262144;
constexpr std::uint64_t second = 1'000'000'000;

void CaptureReader::Close::operator()(pcap* handle) const { pcap_close(handle); }
void CaptureWriter::CloseHandle::operator()(pcap* handle) const { pcap_close(handle); }
void CaptureWriter::CloseDumper::operator()(pcap_dumper* dumper) const { pcap_dump_close(dumper); }

Result<CaptureReader> CaptureReader::open(const std::string& path) {
  char why[PCAP_ERRBUF_SIZE] = {};
  pcap* const handle = pcap_open_offline_with_tstamp_precision(path.c_str(), PCAP_TSTAMP_PRECISION_NANO, why);
  if (!handle) {
    const std::string said = std::string_view(why).starts_with(path) ? why : path + ": " + why;
    return std::unexpected(
        Error{"replay.unreadable", "cannot read " + said, "give a capture in pcap or pcapng form", Exit::bad_input});
  }
  CaptureReader reader(handle, path);
  if (pcap_datalink(handle) != DLT_EN10MB)
    return std::unexpected(Error{"replay.not-ethernet", path + ": the capture's link type is not Ethernet",
                                 "capture on an Ethernet interface", Exit::bad_input});
  return reader;
}

Result<bool> CaptureReader::next(CapturedFrame& frame) {
  pcap_pkthdr* header = nullptr;
  const u_char* bytes = nullptr;
  const int got = pcap_next_ex(handle_.get(), &header, &bytes);
  if (got == PCAP_ERROR_BREAK) return false;
  if (got != 1)
    return std::unexpected(Error{"replay.damaged", path_ + ": " + pcap_geterr(handle_.get()),
                                 "nothing was written; capture again", Exit::bad_input});
  // With nanosecond precision asked for, tv_usec holds nanoseconds.
  frame = {static_cast<std::uint64_t>(header->ts.tv_sec) * second + static_cast<std::uint64_t>(header->ts.tv_usec),
           {bytes, header->caplen}};
  return true;
}

Result<CaptureWriter> CaptureWriter::create(const std::string& path) {
  CaptureWriter writer;
  writer.path_ = path;
  writer.handle_.reset(pcap_open_dead_with_tstamp_precision(DLT_EN10MB, max_frame, PCAP_TSTAMP_PRECISION_NANO));
  writer.dumper_.reset(pcap_dump_open(writer.handle_.get(), (path + ".part").c_str()));
  if (!writer.dumper_)
    return std::unexpected(Error{"replay.unwritable", std::string("cannot write ") + pcap_geterr(writer.handle_.get()),
                                 "name a file in a folder that you may write to"});
  return writer;
}

CaptureWriter::~CaptureWriter() {
  if (!dumper_) return;
  dumper_.reset();
  std::error_code ignored;
  std::filesystem::remove(path_ + ".part", ignored);
}

void CaptureWriter::write(std::uint64_t nanoseconds, std::span<const std::uint8_t> bytes) {
  pcap_pkthdr header{};
  header.ts.tv_sec = static_cast<time_t>(nanoseconds / second);
  header.ts.tv_usec = static_cast<suseconds_t>(nanoseconds % second);
  header.caplen = header.len = static_cast<bpf_u_int32>(bytes.size());
  pcap_dump(reinterpret_cast<u_char*>(dumper_.get()), &header, bytes.data());
}

Result<void> CaptureWriter::close() {
  const bool written = pcap_dump_flush(dumper_.get()) == 0;
  dumper_.reset();
  std::error_code failed;
  if (written) std::filesystem::rename(path_ + ".part", path_, failed);
  if (!written || failed)
    return std::unexpected(
        system_error("replay.unwritable", "cannot write " + path_, "is the disk full?", failed.value()));
  return {};
}

}  // namespace guideway::dataplane
