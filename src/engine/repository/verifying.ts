/** Whether the index is sound, and what it holds, as text. */
import { hashContent } from "../../core/content-hash.ts";
import { displayPath } from "../../core/rel-path.ts";
import type { VerifyReport } from "../../storage/contract.ts";
import { type RepositoryParts, withReader } from "./parts.ts";

type Parts = Pick<RepositoryParts, "store" | "jail" | "settings">;

export function dumpIndex(parts: Parts): Promise<string> {
  return withReader(parts, async (reader) => {
    const lines: string[] = [];
    for await (const line of reader.dump()) lines.push(line);
    return lines.join("\n");
  });
}

export async function verifyIndex(parts: Parts, isDeep: boolean): Promise<VerifyReport> {
  const report = await parts.store.verify({ deep: isDeep });
  if (!isDeep) return report;
  const problems = [...report.problems, ...(await compareWithTree(parts))];
  return { ...report, ok: problems.length === 0, problems };
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
