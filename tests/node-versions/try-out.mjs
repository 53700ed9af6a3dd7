// Run by another Node: indexes, asks, edits, serves and verifies with the build in the given folder; a JSON row each.
import { McpProcess } from "../faults/support/mcp-client.mjs";
import { fileName, moduleText, run, World } from "../faults/support/world.mjs";

const FILES = 80;
const EDITS = 40;
const dist = process.argv[2];
const world = new World("node-versions");
const home = world.path("home");
const clew = (...args) => run(process.execPath, [`${dist}/cli.js`, ...args], { env: { CLEW_HOME: home } });

async function attempt(name, work) {
  const why = await work().then(
    (complaint) => complaint ?? null,
    (error) => String(error?.stack ?? error),
  );
  process.stdout.write(`${JSON.stringify({ name, why })}\n`);
}

/** A command that ends well says nothing on standard error, not even what V8 or Node would like to say. */
async function expectQuiet(args, pattern) {
  const { code, stdout, stderr } = await clew(...args);
  if (code !== 0 || stderr !== "") return `exit ${code}, ${stderr.slice(0, 500)}`;
  return pattern.test(stdout) ? null : `said: ${stdout.slice(0, 500)}`;
}

try {
  world.createRepository(FILES, 1);
  await attempt("indexes", () => expectQuiet(["index", world.root], /files parsed/));
  await attempt("finds nothing to do", () => expectQuiet(["index", world.root], /nothing changed/));
  await attempt("answers", () => expectQuiet(["search", "unit_3", "--root", world.root], /module-3\./));
  await attempt("serves and sees every edit, and ends by itself", async () => {
    const server = new McpProcess(world.root, home, dist);
    await server.initialize();
    for (let edit = 0; edit < EDITS; edit++) {
      const word = `edited${edit}`;
      world.write(fileName(edit), `${moduleText(edit, 0, 3)}// ${word}\n`);
      const { text, isError } = await server.call("search", { query: word });
      if (isError || !text.includes(fileName(edit))) return `after edit ${edit}: ${text.slice(0, 500)}`;
    }
    const { code, signal } = await server.close();
    return code === 0 ? null : `ended with ${code} ${signal}`;
  });
  await attempt("verifies", () => expectQuiet(["verify", "--deep", "--root", world.root], /^ok/m));
  await attempt("all was tried", async () => null);
} finally {
  world.remove();
}
