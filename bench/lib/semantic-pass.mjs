/** One whole compiler pass over a prepared view, as the service's process does it; results are serialized, not sent. */
import fs from "node:fs";
import v8 from "node:v8";
import { Project } from "../../src/semantics/typescript/project.ts";
import { readThroughJail } from "../../src/semantics/typescript/view-files.ts";
import { openRoot } from "../../src/workspace/path-jail.ts";

const [root, viewFile] = process.argv.slice(2);
const project = new Project(readThroughJail(openRoot(root)));
project.update({ changed: v8.deserialize(fs.readFileSync(viewFile)), removed: [] });
const totals = { files: 0, edges: 0, skipped: 0, bytes: 0 };
for (const path of project.plan("all")) {
  const result = project.analyse(path);
  if (result.links) {
    totals.files += 1;
    totals.edges += result.links.edges.length;
  } else totals.skipped += 1;
  totals.bytes += v8.serialize(result).length;
}
console.log(JSON.stringify(totals));
