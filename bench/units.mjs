/**
 * Models with their columns, jobs and what is injected, as clew finds them, beside lists that were read off the code
 * another way.
 *
 *     node bench/units.mjs --list bench/data/units/NAME.json --tree path/to/tree [--list ... --tree ...] [--home folder] [--misses]
 *
 * The n-th list speaks of the n-th tree. A column counts by its name, with the name of its model; a job by its name, and its
 * queue where the list has one; an injection by interface and implementation. What the list does not have is counted as
 * wrong, in the folder `under` and of the framework `injectedBy` that it names.
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
const home = values.home ?? mkdtempSync(join(tmpdir(), "clew-units-"));
const engine = await openEngine({ home });

const lastName = (name) => name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf(":")) + 1);

/** Facts as lines of text, so that both sides are sets. */
function factsListed({ models, jobs, injections }) {
  return {
    models: models.map(({ name, table }) => `${name} ${table}`),
    columns: models.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)),
    jobs: jobs.map(({ name, queue }) => (queue ? `${lastName(name)} on ${queue}` : lastName(name))),
    injections: injections.map(({ name, given }) => `${name} <- ${given}`),
  };
}

/** What a list leaves open, as the table or the queue, is left out here, too. */
function factsFound({ units, offers }, { models, jobs, under = "", injectedBy }) {
  const queues = new Set(jobs.filter(({ queue }) => queue).map(({ name }) => lastName(name)));
  const own = (type) => units.filter((unit) => unit.type === type && unit.place.handle.startsWith(under));
  return {
    // What has no table is the base of others.
    models: own("model").flatMap(({ name, details }) =>
      details?.table ? [`${lastName(name)} ${details.table}`] : [],
    ),
    columns: own("model").flatMap(({ name, details }) =>
      [details?.columns ?? []].flat().map((column) => `${lastName(name)}.${column.split(":")[0].trim()}`),
    ),
    jobs: own("job").map(({ name, details }) =>
      queues.has(lastName(name)) ? `${lastName(name)} on ${details?.queue}` : lastName(name),
    ),
    injections: offers
      .filter(({ kind, details }) => kind === "injection" && details.framework === injectedBy)
      .filter(({ implementation }) => implementation)
      .map(({ key, implementation }) => `${lastName(key)} <- ${lastName(implementation.replace("#", "."))}`),
  };
}

console.log("| Project | Frameworks | What | Listed | Found | Right | Precision | Recall |");
console.log("|---|---|---|---|---|---|---|---|");
for (const [at, path] of values.list.entries()) {
  const list = JSON.parse(readFileSync(path, "utf8"));
  const given = factsFound(await engine.read(values.tree[at], (session) => session.contracts()), list);
  for (const [what, lines] of Object.entries(factsListed(list))) {
    const listed = new Set(lines);
    if (listed.size === 0) continue;
    const found = new Set(given[what]);
    const right = [...found].filter((line) => listed.has(line)).length;
    const shares = [right / found.size, right / listed.size].map((share) => share.toFixed(3));
    console.log(
      `| ${[list.project, list.frameworks, what, listed.size, found.size, right, ...shares].join(" | ")} |`,
    );
    if (!values.misses) continue;
    for (const line of listed) if (!found.has(line)) console.log(`  missed ${line}`);
    for (const line of found) if (!listed.has(line)) console.log(`  wrong ${line}`);
  }
}
await engine.close();
if (!values.home) rmSync(home, { recursive: true, force: true });
