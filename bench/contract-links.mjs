/**
 * Operations of specifications and the code that clew says answers them, beside what reading that code told.
 *
 *     node bench/contract-links.mjs --list bench/data/contract-links/NAME.json --tree path/to/tree [--list ... --tree ...] [--home folder] [--misses]
 *
 * The n-th list speaks of the n-th tree. A list is `{ project, commit, language, specification, links }`; a link is
 * `{ operation, implementation, why }` with the handle of the code that answers, several where several do, none where the
 * tree has none. Right is a link to one of them, wrong any other; operations that are not listed are not counted.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openEngine } from "../dist/index.js";

const { values } = parseArgs({
  options: {
    list: { type: "string", multiple: true, default: [] },
    tree: { type: "string", multiple: true, default: [] },
    home: { type: "string" },
    misses: { type: "boolean", default: false },
  },
});
if (values.list.length === 0 || values.list.length !== values.tree.length)
  throw new Error("as many --list as --tree, at least one");
const home = values.home ?? mkdtempSync(join(tmpdir(), "clew-links-"));
const engine = await openEngine({ home });

/** What answers, by operation; a place in a specification is no answer. */
function linksOf(offers) {
  const links = new Map();
  for (const { kind, key, place, implementation, specification } of offers) {
    if (!specification) continue;
    const answer = implementation ?? place.handle;
    const path = answer.replace(/#.*$/, "");
    links.set(`${kind} ${key}`, path === specification.path ? null : answer);
  }
  return links;
}

console.log("| Project | Language | Specification | Judged | Linked | Right | Precision | Recall |");
console.log("|---|---|---|---|---|---|---|---|");
for (const [at, list] of values.list.entries()) {
  const { project, language, specification, links: judged } = JSON.parse(readFileSync(list, "utf8"));
  const found = linksOf((await engine.read(values.tree[at], (session) => session.contracts())).offers);
  const rows = judged.map((one) => ({ ...one, link: found.get(one.operation) ?? null }));
  const linked = rows.filter(({ link }) => link !== null);
  const right = linked.filter(({ implementation, link }) => implementation.includes(link));
  const answerable = rows.filter(({ implementation }) => implementation.length > 0);
  const share = (part, whole) => (whole === 0 ? "-" : (part / whole).toFixed(3));
  const cells = [project, language, specification, rows.length, linked.length, right.length];
  const shares = [share(right.length, linked.length), share(right.length, answerable.length)];
  console.log(`| ${[...cells, ...shares].join(" | ")} |`);
  if (!values.misses) continue;
  for (const row of rows.filter((one) => !right.includes(one)))
    if (row.link !== null || row.implementation.length > 0)
      console.log(
        `  ${row.operation}: ${row.link ?? "no link"}, not ${row.implementation.join(" or ") || "any"}`,
      );
}
await engine.close();
if (!values.home) rmSync(home, { recursive: true, force: true });
