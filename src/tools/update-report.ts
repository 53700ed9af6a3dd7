import { formatCount, plural } from "../core/counts.ts";
import type { UpdateReport } from "../engine/engine.ts";

/** An update in a few lines: what it did, what it skipped, what it warns of. */
export function describeUpdate(report: UpdateReport): string[] {
  const seconds = (report.elapsedMs / 1000).toFixed(1);
  const changes = [
    report.parsed > 0 ? `${plural(report.parsed, "file")} parsed` : "",
    report.reused > 0 ? `${formatCount(report.reused)} known already` : "",
    report.removed > 0 ? `${formatCount(report.removed)} removed` : "",
    report.renames.length > 0 ? `${formatCount(report.renames.length)} of them moved` : "",
    report.relinked > 0 ? `${formatCount(report.relinked)} linked` : "",
    report.unparsed > 0 ? `${formatCount(report.unparsed)} not parsed` : "",
  ].filter(Boolean);
  const done = changes.length > 0 ? changes.join(", ") : nothingDone(report);
  const lines = [`${plural(report.files, "file")} in generation ${report.generation}, ${seconds} s: ${done}`];
  const skipped = Object.entries(report.skipped).sort(([a], [b]) => (a < b ? -1 : 1));
  if (skipped.length > 0) {
    const reasons = skipped.map(([reason, count]) => `${count} ${reason}`).join(", ");
    lines.push(`skipped: ${reasons} (clew status --why <file> explains one)`);
  }
  for (const problem of report.problems) lines.push(`${WARNING}${problem.message} [${problem.code}]`);
  return lines;
}

const WARNING = "warning: ";

export function isWarning(line: string): boolean {
  return line.startsWith(WARNING);
}

/** An index without files is one where none was found: that nothing changed would say nothing. */
function nothingDone({ files, skipped }: UpdateReport): string {
  if (files > 0) return "nothing changed";
  const seen = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  if (seen === 0) return "the folder holds no files, or all are ignored";
  return `nothing to index, ${seen === 1 ? "the one file seen was" : `all ${formatCount(seen)} files seen were`} skipped`;
}
