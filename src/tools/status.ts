import { z } from "zod";
import { plural } from "../core/counts.ts";
import { displayPath } from "../core/rel-path.ts";
import { spokenName } from "../core/spoken-name.ts";
import type { CompilerState, Counts, ProjectionStatus, ViewQuestions } from "../engine/engine.ts";
import { type Answer, defineTool } from "./contract.ts";
import { packageLines } from "./package-lines.ts";
import { rootLine } from "./standing.ts";
import { SHOWS_WHAT_IS_INDEXED, suggestSymbol, suggestWords } from "./suggestion.ts";

export default defineTool({
  name: "status",
  order: 6,
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
      ? describeCoverage(session.one)
      : explainFile(session.one, input.why.replace(/^\.\//, "")),
});

export async function describeCoverage(view: ViewQuestions): Promise<Answer> {
  const { files, bytes, skipped, untracked, languages, reasons } = await view.coverage();
  const projections = await view.projections();
  const compilers = await view.compilers();
  return {
    head: `${plural(files, "file")} indexed, ${plural(skipped, "file")} skipped`,
    notes: [
      rootLine(view),
      `languages: ${listCounts(languages)}`,
      ...(reasons.length > 0 ? [`skipped: ${listCounts(reasons)}`] : []),
      ...(untracked > 0 ? [`not tracked by git: ${untracked}`] : []),
      comparedBy(view.watching),
      ...compilers.flatMap((state) => [describeCompiler(state), ...packageLines(state)]),
      ...projections.map(describeProjection),
    ],
    body: view.settingsProblems.map(({ message, code }) => `warning: ${message} [${code}]`),
    next: suggestWords("clew status --why <file> explains one file", "status with why explains one file"),
    data: {
      fields: {
        ...view.info,
        bytes,
        watching: view.watching ?? { isWatching: false, reason: "a process that ends with its answer" },
        languages: Object.fromEntries(languages),
        skipped: Object.fromEntries(reasons),
        ...(compilers.length > 0 && { compilers }),
        ...(projections.length > 0 && { projections }),
        ...(view.settingsProblems.length > 0 && { problems: view.settingsProblems }),
      },
    },
    outcome: files > 0 ? "found" : "none",
    quotes: [],
  };
}

/** A store that lags or is away is no reason for a wrong answer: the index answers in its place, more slowly. */
function describeProjection({ projection, pending, problem }: ProjectionStatus): string {
  const state =
    pending === null
      ? "must be built anew"
      : pending === 0
        ? "up to date"
        : `${plural(pending, "change")} behind`;
  const trouble = problem === null ? [] : [problem];
  const meanwhile = pending === 0 && problem === null ? [] : ["the index answers meanwhile"];
  return `store ${projection}: ${[state, ...trouble, ...meanwhile].join("; ")}`;
}

function describeCompiler({ provider, files, exact, process, skipped, skippedIn }: CompilerState): string {
  const parts = [
    exact === 0
      ? "no file yet (clew index --semantic, or a server that is asked for a while)"
      : `${exact} of ${plural(files, "file")} exact`,
  ];
  if (skipped.length > 0)
    parts.push(`gave up on ${listCounts(skipped)}, in ${listCounts(skippedIn.slice(0, MAX_FOLDERS))}`);
  if (process && process.state !== "off")
    parts.push(
      `process ${process.state}${process.rssMb === null ? "" : `, ${Math.round(process.rssMb)} MB`}`,
    );
  if (process?.lastError) parts.push(`${process.lastError.message} [${process.lastError.code}]`);
  return `compiler ${provider}: ${parts.join("; ")}`;
}

const MAX_FOLDERS = 3;
/** How this process knows that its index is of the tree as it is. */
function comparedBy(watching: ViewQuestions["watching"]): string {
  if (watching === null) return "compared by: a scan for every question";
  if (!watching.isWatching) return `compared by: a scan for every question; not watching: ${watching.reason}`;
  return `compared by: watching ${plural(watching.folders, "folder")}, a scan after changes`;
}

export async function explainFile(view: ViewQuestions, path: string): Promise<Answer> {
  const file = await view.findFile(path);
  const shown = displayPath(path);
  if (file) {
    const report = await view.parseReport(file);
    return {
      head: `${spokenName(path)} is indexed as ${report.language}`,
      notes: [
        `${report.lines} lines, ${report.tokens} tokens, ${plural(report.symbols, "symbol")}, parsed: ${report.status}`,
      ],
      body: report.problems.map(
        (problem) => `${shown}:${problem.line ?? 1}  ${problem.message} [${problem.code}]`,
      ),
      next: suggestSymbol(path),
      data: {
        fields: { path, language: report.language, status: report.status },
        lists: { problems: report.problems },
      },
      outcome: "found",
      quotes: [path],
    };
  }
  const skipped = await view.whySkipped(path);
  const reason = skipped
    ? `skipped: ${skipped.reason}`
    : "not seen: ignored by git or .clewignore, outside the folder, or it does not exist";
  return {
    head: `${spokenName(path)} is not indexed; ${reason}`,
    body: skipped?.detail ? [`${shown}  ${skipped.detail}`] : [],
    next: SHOWS_WHAT_IS_INDEXED,
    data: { fields: { path, skipped } },
    outcome: "none",
    quotes: [],
  };
}

function listCounts(counts: Counts): string {
  return counts.map(([name, count]) => `${count} ${name}`).join(", ");
}
