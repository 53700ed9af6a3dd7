#!/usr/bin/env node
// Lists commits that make locate tasks: a telling message, 1 to 3 source files changed that are at BASE as at the commit's parent.
//   node bench/agents/pick.mjs GIT_DIRECTORY BASE
import { execFileSync } from "node:child_process";

const [gitDirectory, base] = process.argv.slice(2);
if (!base) {
  console.error("usage: node bench/agents/pick.mjs GIT_DIRECTORY BASE");
  process.exit(2);
}

const SOURCE = /\.(tsx?|jsx?|vue|svelte|py|go|cs|java|rb|rs|kt|php|cc?|cpp|h)$/;
const NO_TASK_FILE =
  /(^|\/)(tests?|__tests__|e2e|specs?|docs?|fixtures|mocks?|migrations?|migrate|i18n|locales?)(\/|$)|([_.](test|spec)|\.d)\.[a-z]+$|Tests?\.(kt|java|cs)$/i;
const NO_TASK_MESSAGE =
  /\b(bump|release|chore|tests?|docs?|ci|deps|upgrade|lint|typos?|revert|translations?|version|merge)\b/i;
const LEAST_WORDS = 6;

const git = (...args) =>
  execFileSync("git", ["-c", "diff.renames=false", `--git-dir=${gitDirectory}`, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });

const log = git(
  "log",
  `${base}..HEAD`,
  "--reverse",
  "--no-merges",
  "--name-status",
  "--format=%x01%H%x02%B%x03",
);
for (const record of log.split("\x01").slice(1)) {
  const [commit, rest] = record.split("\x02");
  const [message, names] = rest.split("\x03");
  const changed = names
    .trim()
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([, file]) => file && SOURCE.test(file) && !NO_TASK_FILE.test(file));
  const title = message
    .split("\n")[0]
    .replace(/\(?#\d+\)?/g, "")
    .trim();
  if (changed.length < 1 || changed.length > 3 || changed.some(([status]) => status !== "M")) continue;
  if (title.split(/\s+/).length < LEAST_WORDS || NO_TASK_MESSAGE.test(title)) continue;
  const files = changed.map(([, file]) => file);
  if (
    files.some((file) =>
      message.includes(
        file
          .split("/")
          .pop()
          .replace(/\.[^.]+$/, ""),
      ),
    )
  )
    continue;
  const atBase = git("ls-tree", "-r", base, "--", ...files);
  if (!atBase || atBase !== git("ls-tree", "-r", `${commit}^`, "--", ...files)) continue;
  console.log(`${commit.slice(0, 12)}\t${JSON.stringify(message.trim().slice(0, 300))}\t${files.join(",")}`);
}
