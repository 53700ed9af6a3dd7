import { z } from "zod";
import { plural } from "../core/counts.ts";
import { spokenName } from "../core/spoken-name.ts";
import {
  ABOUT_CLASSES,
  CHANGE_CLASSES,
  type FilePast,
  type LikeCommit,
  type Past,
  type ScopeSession,
  type ToldCommit,
} from "../engine/engine.ts";
import { type Answer, defineTool } from "./contract.ts";
import { requireFile } from "./indexed-file.ts";
import { SHOWS_WHAT_IS_INDEXED } from "./suggestion.ts";

const MAX_SUBJECT = 100;
const LIKE_COMMITS = 10;
/** Files named of a commit that is like the text. */
const NAMED_FILES = 6;

/** A command of its own; the files of past commits count in every ranking anyway. */
export default defineTool({
  name: "history",
  title: "What past commits tell",
  description:
    "Of a file: which commits changed it and why, how it changes (hot, active, new, stable, dormant) and which files change with it. " +
    "With `like`: past commits whose messages are like a text, with their files. Without either: the files that change most.",
  input: {
    file: z.string().min(1).max(4000).optional().describe("Path inside the repository"),
    like: z.string().min(1).max(10_000).optional().describe("A task or message; commits worded like it"),
  },
  positional: ["file"],
  answer: (session, input) => {
    if (input.like !== undefined) return likeCommits(session, input.like);
    return input.file === undefined ? ofTree(session) : ofFile(session, input.file);
  },
});

function ofFile(session: ScopeSession, given: string): Promise<Answer> {
  return session.about(given, async (view, asked, show) => {
    const { path } = await requireFile(view, asked);
    const past = await view.pastOfFile(path);
    return past ? describeFile(show(path), past, show) : WITHOUT;
  });
}

function describeFile(path: string, past: FilePast, show: (path: string) => string): Answer {
  const { class: name, commits, of } = past;
  const together = past.together.map((one) => ({ ...one, path: show(one.path) }));
  const changed = commits.length === 0 ? "none" : `${commits.length}`;
  return {
    head: `${spokenName(path)}: ${name}; ${changed} of the last ${plural(of, "commit")} changed it`,
    body: [
      ...(together.length > 0 ? ["changes together with (commits of both, share of its own):"] : []),
      ...together.map(
        (one) => `  ${spokenName(one.path)} ${one.support} (${Math.round(one.confidence * 100)} %)`,
      ),
      ...(commits.length > 0 ? ["commit, commits since, files:"] : []),
      ...commits.map((commit) => `  ${commitLine(commit)}`),
    ],
    data: { fields: { path, class: name, of }, lists: { commits, together } },
    outcome: commits.length > 0 ? "found" : "none",
    quotes: [path, ...together.map((one) => one.path)],
  };
}

async function ofTree(session: ScopeSession): Promise<Answer> {
  const past = await session.one.pastOfTree();
  return past ? describeTree(past) : WITHOUT;
}

function describeTree({ of, classes, files }: Past): Answer {
  return {
    head: `the last ${plural(of, "commit")}; ${CHANGE_CLASSES.map((name) => `${classes[name]} ${name}`).join(", ")}`,
    body: [
      ...CHANGE_CLASSES.map((name) => `${name}: ${ABOUT_CLASSES[name]}`),
      "changes, commits since the last, class:",
      ...files.map(
        ({ path, changes, last, class: name }) => `  ${changes} ${last} ${name} ${spokenName(path)}`,
      ),
    ],
    data: { fields: { of, classes }, lists: { files } },
    outcome: files.length > 0 ? "found" : "none",
    quotes: files.map(({ path }) => path),
  };
}

async function likeCommits(session: ScopeSession, text: string): Promise<Answer> {
  const found = await session.one.commitsLike(text, LIKE_COMMITS);
  if (!found) return WITHOUT;
  return {
    head: found.length > 0 ? `${plural(found.length, "commit")} like it, best first` : "no commit is like it",
    body: found.flatMap((commit) => [commitLine(commit), `  ${filesLine(commit)}`]),
    data: { fields: {}, lists: { commits: found } },
    outcome: found.length > 0 ? "found" : "none",
    // Nothing is told of what its files hold, and some are gone.
    quotes: [],
  };
}

function filesLine({ paths }: LikeCommit): string {
  const more = paths.length > NAMED_FILES ? ` and ${paths.length - NAMED_FILES} more` : "";
  return `${paths.slice(0, NAMED_FILES).map(spokenName).join(", ")}${more}`;
}

function commitLine({ id, age, files, subject }: ToldCommit): string {
  const cut = subject.length > MAX_SUBJECT ? `${subject.slice(0, MAX_SUBJECT - 1)}…` : subject;
  return `${id.slice(0, 10)} ${age} ${plural(files, "file")} ${cut}`;
}

const WITHOUT: Answer = {
  head: "no history: the tree has no commit, or git could not tell in time",
  body: [],
  next: SHOWS_WHAT_IS_INDEXED,
  data: { fields: {}, lists: {} },
  outcome: "none",
  quotes: [],
};
