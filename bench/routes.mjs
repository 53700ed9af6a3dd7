/**
 * Routes as clew finds them beside lists that do not come from clew: what the framework itself printed, what a project
 * generated from its running code, or what was checked by hand.
 *
 *     node bench/routes.mjs --list bench/data/routes/NAME.json --tree path/to/tree [--list ... --tree ...] [--home folder] [--misses]
 *
 * The n-th list speaks of the n-th tree. A list is `{ project, commit, framework, source, under?, besides?, routes }` with
 * routes as `GET /users/{}`; `under` and `besides` are beginnings of paths: what the framework loaded, and what it did not
 * (tests, tools); `unlisted` names routes that the source leaves out and reading the code confirmed. `bench/truth/routes/` holds what makes such lists. Compared are method and path with parameters as `{}`;
 * a route for any method meets each of them.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openEngine } from "../dist/index.js";
import { compareRoutes } from "./lib/compare-routes.mjs";

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
const home = values.home ?? mkdtempSync(join(tmpdir(), "clew-routes-"));
const engine = await openEngine({ home });

console.log("| Framework | Project | Source | Routes | Found | Right | Precision | Recall | Handlers |");
console.log("|---|---|---|---|---|---|---|---|---|");
for (const [at, list] of values.list.entries()) {
  const truth = JSON.parse(readFileSync(list, "utf8"));
  const { offers } = await engine.read(values.tree[at], (session) => session.contracts());
  const found = offers.filter(
    ({ kind, details }) => kind === "route" && details.framework === truth.framework,
  );
  const result = compareRoutes(truth, found);
  const { routes, given, right, handlers } = result;
  const share = (part, whole) => (whole === 0 ? "-" : (part / whole).toFixed(3));
  const cells = [truth.framework, truth.project, truth.source, routes, given, right.given];
  const shares = [share(right.given, given), share(right.listed, routes), share(handlers, given)];
  console.log(`| ${[...cells, ...shares].join(" | ")} |`);
  if (!values.misses) continue;
  for (const miss of result.missed) console.log(`  missed ${miss}`);
  for (const wrong of result.wrong) console.log(`  wrong ${wrong}`);
}
await engine.close();
if (!values.home) rmSync(home, { recursive: true, force: true });
