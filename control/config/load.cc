#include "control/config/load.h"

#include "control/config/checks.h"
#include "control/config/file.h"
#include "control/config/parse.h"
#include "control/config/report.h"
#include "control/config/sections.h"
#include "control/config/text.h"

namespace guideway::config {
namespace {

Config finish(Draft draft) {
  Config config = std::move(draft.config);
  for (PoolDraft& pool : draft.pools) {
    for (BackendDraft& backend : pool.backends) pool.pool.backends.push_back(std::move(backend.backend));
    config.pools.push_back(std::move(pool.pool));
  }
  for (ServiceDraft& service : draft.services) config.services.push_back(std::move(service.service));
  return config;
}

}  // namespace

LoadResult load_text(std::string_view text, std::string file_name, const std::filesystem::path& base_dir) {
  Report report(std::move(file_name));
  Draft draft;
  draft.base_dir = base_dir;

  const std::string_view checked = checked_text(text, report);
  if (report.failed()) return std::unexpected(report.take());
  const auto document = parse(checked, report);
  if (!document) return std::unexpected(report.take());

  const Value root(*document->root, {document->root->line, document->root->column, {}}, report);
  read_document(root, draft);
  check_pools(draft, report);
  check_services(draft, report);
  check_addresses(draft, report);
  check_identities(draft, report);
  check_probes(draft, report);
  if (report.failed()) return std::unexpected(report.take());
  return Loaded{finish(std::move(draft)), report.take()};
}

LoadResult load_file(const std::filesystem::path& file) {
  const auto text = read_file(file, kMaxFileSize);
  if (text) return load_text(*text, file.string(), file.parent_path());
  Report report(file.string());
  report.error({}, "unreadable", text.error().message, "check the path and who may read it");
  return std::unexpected(report.take());
}

}  // namespace guideway::config
