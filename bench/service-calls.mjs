/**
 * Calls of front ends and the routes that clew joins them with, beside what reading both told.
 *
 *     node bench/service-calls.mjs --tree owner/name=path/to/tree [--tree ...] [--home folder] [--misses]
 *
 * `bench/data/service-calls.json` has for each repository two samples. `joinedSample`: every n-th call that clew joined, with
 * the handler that the declaration of the route names; it tells precision. `siteSample`: every n-th line where a search by
 * text finds a call (`callSites`); it tells recall, and precision too where the handlers are listed. An empty list of
 * handlers: the back end has no such route. A join with several candidates is no answer; it counts as not joined.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openEngine } from "../dist/index.js";

const { values } = parseArgs({
  options: {
    tree: { type: "string", multiple: true, default: [] },
    home: { type: "string" },
    misses: { type: "boolean", default: false },
  },
});
const samples = JSON.parse(readFileSync(new URL("data/service-calls.json", import.meta.url), "utf8"));
const home = values.home ?? mkdtempSync(join(tmpdir(), "clew-calls-"));
const engine = await openEngine({ home });
/** A call may begin some lines above its address. */
const LINES_AROUND = 4;

/** What answers the call at a line, or none; the nearest call counts. */
function answerAt(needs, { path, line }) {
  const near = needs
    .filter(({ need }) => need.kind === "route" && need.place.handle.replace(/#.*$/, "") === path)
    .map((one) => ({ ...one, distance: Math.abs(one.need.place.span.startLine - line) }))
    .filter(({ distance }) => distance <= LINES_AROUND)
    .sort((a, b) => a.distance - b.distance)[0];
  const answers = new Set(
    (near?.offers ?? []).map(({ implementation, place }) => implementation ?? place.handle),
  );
  return answers.size === 1 ? [...answers][0] : null;
}

console.log("| Repository | Judged joins | Right | Precision | Sites with a route | Joined | Recall |");
console.log("|---|---|---|---|---|---|---|");
for (const given of values.tree) {
  const [repository, tree] = given.split("=");
  const { joinedSample, siteSample } = samples.find((one) => one.repository === repository);
  const { needs } = await engine.read(tree, (session) => session.contracts());
  const judged = [...joinedSample, ...siteSample.filter(({ answeredBy }) => answeredBy)].flatMap((row) => {
    const answer = answerAt(needs, row);
    return answer === null ? [] : [{ ...row, answer }];
  });
  const isRight = ({ answeredBy, answer }) => answeredBy.includes(answer);
  const right = judged.filter(isRight);
  const sites = siteSample.filter(({ answeredBy }) => answeredBy?.length !== 0);
  const met = sites.filter((row) => {
    const answer = answerAt(needs, row);
    return answer !== null && (!row.answeredBy || row.answeredBy.includes(answer));
  });
  const share = (part, whole) => (whole === 0 ? "-" : (part / whole).toFixed(3));
  const cells = [judged.length, right.length, share(right.length, judged.length), sites.length, met.length];
  console.log(`| ${[repository, ...cells, share(met.length, sites.length)].join(" | ")} |`);
  if (!values.misses) continue;
  for (const row of judged.filter((one) => !isRight(one)))
    console.log(`  wrong ${row.path}:${row.line} ${row.answer}, not ${row.answeredBy.join(" or ")}`);
  for (const { path, line } of sites.filter((one) => !met.includes(one)))
    console.log(`  open ${path}:${line}`);
}
await engine.close();
if (!values.home) rmSync(home, { recursive: true, force: true });
