#include "dataplane/replay/replay.h"

#include "dataplane/replay/capture.h"

namespace guideway::dataplane {

Result<ReplayResult> replay(const std::string& in, const std::string& out, Runner& runner) {
  auto reader = CaptureReader::open(in);
  if (!reader) return std::unexpected(reader.error());
  auto writer = CaptureWriter::create(out);
  if (!writer) return std::unexpected(writer.error());

  ReplayResult result;
  CapturedFrame frame;
  for (;;) {
    const auto more = reader->next(frame);
    if (!more) return std::unexpected(more.error());
    if (!*more) break;
    ++result.packets;
    const auto ran = runner.run(frame.bytes, frame.nanoseconds);
    if (!ran) return std::unexpected(ran.error());
    switch (ran->action) {
      case core::Action::tx:
        ++result.tx;
        writer->write(frame.nanoseconds, ran->frame);
        break;
      case core::Action::pass: ++result.pass; break;
      case core::Action::drop: ++result.drop; break;
    }
  }
  const auto closed = writer->close();
  if (!closed) return std::unexpected(closed.error());
  return result;
}

}  // namespace guideway::dataplane
