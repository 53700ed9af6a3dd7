import { z } from "zod";
import { plural } from "../core/counts.ts";
import { displayPath } from "../core/rel-path.ts";
import type { ViewSession } from "../engine/engine.ts";
import { rootLine } from "./answer-head.ts";
import { type Answer, defineTool } from "./contract.ts";

export default defineTool({
  name: "status",
  title: "What is indexed",
  description:
    "What the index covers: files by language, what was skipped and why, generation, revision, freshness. With `why`, explains one " +
    "file: indexed as what, or the reason it is absent. Use it before concluding that something does not exist.",
  input: {
    why: z.string().max(4000).optional().describe("A file of the repository to explain"),
  },
  positional: [],
  answer: (session, input) =>
    input.why === undefined
      ? describeCoverage(session)
      : explainFile(session, input.why.replace(/^\.\//, "")),
});

export async function describeCoverage(session: ViewSession): Promise<Answer> {
  const files = await session.reader.files();
  const skipped = await session.reader.skipped();
  const languages = countBy(files, (file) => file.language);
  const reasons = countBy(skipped, (file) => file.reason);
  const local = files.filter((file) => file.origin === "local").length;
  return {
    head: `${plural(files.length, "file")} indexed, ${plural(skipped.length, "file")} skipped`,
    notes: [
      rootLine(session),
      `languages: ${listCounts(languages)}`,
      ...(reasons.length > 0 ? [`skipped: ${listCounts(reasons)}`] : []),
      ...(local > 0 ? [`not tracked by git: ${local}`] : []),
      comparedBy(session.watching),
    ],
    body: [],
    next: "clew status --why <file> explains one file",
    data: {
      fields: {
        ...session.info,
        watching: session.watching ?? { isWatching: false, reason: "a process that ends with its answer" },
        languages: Object.fromEntries(languages),
        skipped: Object.fromEntries(reasons),
      },
    },
    outcome: files.length > 0 ? "found" : "none",
    quotes: [],
  };
}

/** How this process knows that its index is of the tree as it is. */
function comparedBy(watching: ViewSession["watching"]): string {
  if (watching === null) return "compared by: a scan for every question";
  if (!watching.isWatching) return `compared by: a scan for every question; not watching: ${watching.reason}`;
  return `compared by: watching ${plural(watching.folders, "folder")}, a scan after changes`;
}

export async function explainFile(session: ViewSession, path: string): Promise<Answer> {
  const file = await session.findFile(path);
  const shown = displayPath(path);
  if (file) {
    const facts = (await session.reader.facts([file.blob]))[0]!;
    return {
      head: `${shown} is indexed as ${facts.language}`,
      notes: [
        `${facts.lines} lines, ${facts.tokens} tokens, ${plural(facts.symbols.length, "symbol")}, parsed: ${facts.status}`,
      ],
      body: facts.problems.map(
        (problem) => `${shown}:${problem.line ?? 1}  ${problem.message} [${problem.code}]`,
      ),
      next: `clew outline "${shown}"`,
      data: {
        fields: { path, language: facts.language, status: facts.status },
        lists: { problems: facts.problems },
      },
      outcome: "found",
      quotes: [path],
    };
  }
  const skipped = await session.whySkipped(path);
  const reason = skipped
    ? `skipped: ${skipped.reason}${skipped.detail ? ` (${skipped.detail})` : ""}`
    : "not seen: ignored by git or .clewignore, outside the folder, or it does not exist";
  return {
    head: `${shown} is not indexed; ${reason}`,
    body: [],
    next: "clew status shows what is indexed",
    data: { fields: { path, skipped } },
    outcome: "none",
    quotes: [],
  };
}

/** Most frequent first, then by name. */
function countBy<T>(list: readonly T[], keyOf: (item: T) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const item of list) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

function listCounts(counts: readonly [string, number][]): string {
  return counts.map(([name, count]) => `${count} ${name}`).join(", ");
}
