import { z } from "zod";
import { plural } from "../core/counts.ts";
import { handleOf } from "../core/edges.ts";
import { AppError } from "../core/errors.ts";
import type { Changes, ChangesRequest, Impact } from "../engine/engine.ts";
import { bodyLines, headLine } from "./changes-lines.ts";
import { markdownLines } from "./changes-markdown.ts";
import { type AnswerData, defineTool } from "./contract.ts";
import { formatInput } from "./query-input.ts";
import { SHOWS_WHAT_IS_INDEXED, type Suggestion, suggestTrace, suggestWords } from "./suggestion.ts";

/** What a run in CI can be made to fail by. */
const FAILURES = ["broken", "affected"] as const;
type Failure = (typeof FAILURES)[number];

/** A longer patch is a rewrite. */
const MAX_PATCH = 8_000_000;

interface Asked {
  base: string;
  staged: boolean;
  range?: string | undefined;
  patch?: string | undefined;
}

export default defineTool({
  name: "changes",
  order: 5,
  title: "What a diff touches",
  description:
    "What changed since a revision, uncommitted and untracked files included: changed and removed symbols, imports and uses that " +
    "the change breaks, who uses what changed and how that is known, and the tests to run. Use it before committing or " +
    "reviewing; use git diff for the text of the change.",
  input: {
    base: z.string().min(1).max(255).default("HEAD").describe("Branch, tag or commit to compare with"),
    staged: z.boolean().default(false).describe("Instead: what is staged, against HEAD"),
    range: z.string().min(1).max(515).optional().describe("Instead: one revision against another, as a..b"),
    patch: z
      .string()
      .min(1)
      .max(MAX_PATCH)
      .optional()
      .describe("Instead: a unified diff; read, never applied"),
    depth: z.number().int().min(1).max(4).default(2).describe("How far away affected uses may be"),
    fail_on: z
      .enum(FAILURES)
      .optional()
      .describe("Exit code 4 when something is broken, or affected or broken"),
    format: formatInput,
  },
  positional: ["base"],
  fileInputs: ["patch"],
  answer: async (session, input) => {
    const changes = await session.one.changes(requestOf(input));
    const impact = await session.one.impactOf(changes, input.depth);
    const isMarkdown = input.format === "markdown";
    return {
      head: headLine(changes, impact),
      notes: notesOf(changes, impact),
      body: isMarkdown ? markdownLines(changes, impact) : bodyLines(changes, impact),
      next: changes.files.length === 0 ? SHOWS_WHAT_IS_INDEXED : nextStep(changes, impact),
      data: dataOf(changes, impact),
      outcome: changes.files.length > 0 ? "found" : "none",
      ...(input.fail_on && { verdict: verdictOf(impact, input.fail_on) }),
      quotes: changes.files.map((file) => file.path),
    };
  },
});

function requestOf({ base, staged, range, patch }: Asked): ChangesRequest {
  const given = [
    ...(base === "HEAD" ? [] : ["a base"]),
    ...(staged ? ["staged"] : []),
    ...(range === undefined ? [] : ["a range"]),
    ...(patch === undefined ? [] : ["a patch"]),
  ];
  if (given.length > 1)
    throw new AppError("CHANGES_ASKED_TWICE", `${given.join(" and ")} were given`, {
      hint: "give one of them: a base, staged, a range or a patch",
    });
  if (staged) return { of: "staged" };
  if (range !== undefined) return { of: "range", range };
  if (patch !== undefined) return { of: "patch", text: patch };
  return { of: "base", base };
}

function verdictOf(impact: Impact, failOn: Failure): "passed" | "failed" {
  const isFailed = impact.broken.length > 0 || (failOn === "affected" && impact.affected.length > 0);
  return isFailed ? "failed" : "passed";
}

function notesOf(changes: Changes, impact: Impact): string[] {
  return [
    ...(changes.notCompared > 0
      ? [`not compared: ${plural(changes.notCompared, "file")} that cannot be indexed`]
      : []),
    ...(impact.notTraced > 0 ? [`not traced: ${plural(impact.notTraced, "further symbol")}`] : []),
    ...(impact.isBrokenLookedFor
      ? []
      : ["not looked for: broken imports and uses; the two states are too far from the working tree"]),
    ...(impact.notAccounted > 0
      ? [`names not looked for everywhere: ${plural(impact.notAccounted, "symbol")} with another signature`]
      : []),
    ...(impact.isWhole ? [] : ["not followed to the end: more depends on the change than is listed"]),
  ];
}

/** The change that most depends on. */
function nextStep(changes: Changes, impact: Impact): Suggestion {
  let most: { handle: string; uses: number } | null = null;
  for (const file of changes.files) {
    for (const { symbol } of file.symbols) {
      const handle = handleOf(file.path, symbol);
      const uses = impact.usesOf.get(handle)?.length ?? 0;
      if (file.status === "modified" && uses > (most?.uses ?? 0)) most = { handle, uses };
    }
  }
  return most
    ? suggestTrace(most.handle, "dependents")
    : suggestWords("git diff shows the text of the change", "git diff shows the text of the change");
}

function dataOf(changes: Changes, impact: Impact): AnswerData {
  const { files, compared: _, ...about } = changes;
  const { affected, broken, tests, undecided, notTraced, notAccounted, isBrokenLookedFor, isWhole } = impact;
  const described = files.map(({ symbols, removed, ...file }) => ({
    ...file,
    symbols: symbols.map(({ symbol, change }) => ({
      kind: symbol.kind,
      change,
      qualifiedName: symbol.qualifiedName,
      startLine: symbol.span.startLine,
      endLine: symbol.span.endLine,
      uses: impact.usesOf.get(handleOf(file.path, symbol)) ?? null,
    })),
    removed: removed.map(({ kind, qualifiedName }) => ({ kind, qualifiedName })),
  }));
  const fields = { ...about, notTraced, notAccounted, isBrokenLookedFor, isWhole };
  return { fields, lists: { files: described, broken, tests, affected, undecided } };
}
