/**
 * One engine that lives as long as a server does and asks the compilers when told, one JSON request a line:
 * { what: "pass" } brings the index and the links up to the tree → { code }, of what failed; { what: "dump" } → { dump }.
 */
import { createInterface } from "node:readline";

const [library, root, home] = process.argv.slice(2);
const { openEngine } = await import(library);
const engine = await openEngine({ home });
for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
await engine.close();

async function answer({ what }) {
  if (what === "dump") return { dump: await engine.dump(root) };
  try {
    await engine.refine(root);
    return { code: null };
  } catch (error) {
    return { code: error.code ?? String(error.message) };
  }
}
