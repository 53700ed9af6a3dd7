// @ts-check
/** A commit message as someone would have described the task: without trailers, numbers of issues, addresses and types of change. */

const TRAILER =
  /^(?:co-authored-by|signed-off-by|reviewed-by|acked-by|tested-by|reported-by|suggested-by|helped-by|cc|change-id|reviewed-on|git-svn-id|bug|test-plan|pull request|differential revision|closes|close|fixes|fix|resolves|refs?|see|related|issue|cherry[- ]picked from|pr-url|backport-of|approved-by|auto-submit|commit-queue|run-try-bot|trybot-result|originally committed as|github-\w+|release-note|signed|docs-url|tags?|bors)\b(?:[ :]+(?:#?\d+|[\w-]+\/[\w.-]+#\d+|https?:\S*|<[^>]*>|[\w .-]+<[^>]*>|[\da-fx]{7,40})?[,. ]*)*$/i;
const PERSON = /^[A-Za-z][\w-]*-by:\s/;
const CONVENTIONAL =
  /^(?:fix|feat|feature|chore|docs?|test|tests|refactor|perf|style|build|ci|revert|bugfix|hotfix|enhancement|improvement|deps|types?|release)(?:\(([^)]{1,60})\))?!?:\s*/i;
const TICKET =
  /^(?:\[?[A-Z][A-Z\d]{1,9}-\d+\]?[:\s-]*|(?:fix(?:ed|es)?|refs?|close[sd]?|resolve[sd]?)\s+(?:#\d+(?:,?\s*(?:and\s+)?#\d+)*)\s*(?:--|[-:–—])?\s*)/i;

/** @param {string} message */
export function cleanMessage(message) {
  const lines = message.replace(/\r/g, "").split("\n");
  const subject = cleanLine(
    (lines[0] ?? "").replace(CONVENTIONAL, (_all, scope) => (scope ? `${scope}: ` : "")).replace(TICKET, ""),
  );
  const body = [];
  for (const line of lines.slice(1)) {
    if (PERSON.test(line.trim()) || TRAILER.test(line.trim())) continue;
    if (isChore(line)) continue;
    const cleaned = cleanLine(line);
    if (cleaned.replace(/[\s*.,:()[\]-]/g, "") !== "") body.push(cleaned);
  }
  return [subject, ...body].join("\n").trim();
}

/** Steps of the work that say nothing about the task. @param {string} line */
function isChore(line) {
  const bullet = /^\s*[*-]\s+(.*)$/.exec(line);
  if (/^this reverts commit/i.test(line.trim())) return true;
  if (!bullet) return false;
  return (
    /** @type {string} */ (bullet[1]).split(/\s+/).length < 4 ||
    /\b(?:tests?|changelog|changeset|lint|snapshots?|typos?|merge branch|co-authored)\b/i.test(line)
  );
}

/** @param {string} line */
function cleanLine(line) {
  return line
    .replace(/https?:\/\/\S+/g, "")
    .replace(/\s*\((?:(?:[\w.-]+\/[\w.-]+)?#\d+[,\s]*)+\)/g, "")
    .replace(/(?:[\w.-]+\/[\w.-]+)?#\d+\b/g, "")
    .replace(/\s+$/g, "")
    .replace(/ {2,}/g, " ");
}

const NOISE =
  /^(?:merge\b|bump\b|release\b|prepare (?:for )?(?:release|v?\d)|version\b|v?\d+\.\d+|update (?:changelog|dependenc|readme|lockfile|translations?|snapshots?)|changelog|\[?(?:bot|automated|auto)\b|chore\(?(?:deps|release)|publish\b|format(?:ting)?$|lint(?:ing)?$|typos?$|wip$|sync\b|backport$|initial commit|run (?:prettier|gofmt|fmt|black|rustfmt)|revert\b|build\(deps|deps:)/i;

/** Messages that describe no task. @param {string} subject @param {string} author */
export function isNoise(subject, author) {
  return NOISE.test(subject) || /\[bot\]|dependabot|renovate|github-actions|weblate|crowdin/i.test(author);
}
