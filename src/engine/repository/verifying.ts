/** Whether the index is sound, and what it holds, as text. */
import { hashContent } from "../../core/content-hash.ts";
import { displayPath } from "../../core/rel-path.ts";
import type { VerifyReport } from "../../storage/contract.ts";
import { UNPARSED_REASONS } from "../../workspace/skip-reasons.ts";
import { type RepositoryParts, withReader } from "./parts.ts";

type Parts = Pick<RepositoryParts, "store" | "jail" | "settings">;

export function dumpIndex(parts: Parts): Promise<string> {
  return withReader(parts, async (reader) => {
    const lines: string[] = [];
    for await (const line of reader.dump()) lines.push(line);
    return lines.join("\n");
  });
}

export interface IndexVerifyReport extends VerifyReport {
  /** One line per file that the index lacks because its parser failed: the index is sound, and not complete. */
  unparsed: string[];
}

export async function verifyIndex(parts: Parts, isDeep: boolean): Promise<IndexVerifyReport> {
  const report = await parts.store.verify({ deep: isDeep });
  const problems = isDeep ? [...report.problems, ...(await compareWithTree(parts))] : report.problems;
  return { ...report, ok: problems.length === 0, problems, unparsed: await listUnparsed(parts) };
}

function listUnparsed(parts: Parts): Promise<string[]> {
  return withReader(parts, async (reader) => {
    const unparsed = (await reader.skipped()).filter(({ reason }) => UNPARSED_REASONS.has(reason));
    return unparsed.map(({ path, reason }) => `${displayPath(path)} was not parsed: ${reason}`);
  });
}

/** Files whose stamp says unchanged must still have the content that was indexed. */
function compareWithTree(parts: Parts): Promise<string[]> {
  const { jail, settings } = parts;
  return withReader(parts, async (reader) => {
    const problems: string[] = [];
    for (const file of await reader.files()) {
      const read = jail.read(file.path, { maxBytes: settings.maxFileBytes });
      if (!read.ok || !file.stamp || read.stamp.mtimeNs !== file.stamp.mtimeNs) continue;
      const algorithm = file.hash.length === 64 ? "sha256" : "sha1";
      if (hashContent(read.bytes, algorithm) !== file.hash) {
        problems.push(`source-hash: ${displayPath(file.path)} has other content than was indexed`);
      }
    }
    return problems;
  });
}
