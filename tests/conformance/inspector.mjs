// Every tool of the built program through the inspector's command line, over standard input and output and over HTTP.
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createMutant } from "../faults/support/mutant.mjs";

const TRANSPORTS = ["stdio", "http"];
const DEFAULT_TOOLS = ["context", "search", "symbol", "trace", "changes", "status"];
/** Each call starts the inspector, and over stdio a server. */
const AT_ONCE = 2;
const CALL_MS = 120_000;
const BUILDING_FILES = 300;
/** The last to be parsed, and never done: the index stays as it is before them. */
const HELD_FILES = 60;
const PARSING_MS = 20;
const HELD_FOLDER = "last/of/all/held";
const ERROR = /\[[A-Z_]+\]\nhint: \w/;

function writeFiles(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function makeRepository(folder, files) {
  writeFiles(folder, files);
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const git = (...args) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
      cwd: folder,
      env,
    });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
}

/** Every kind of question to a tool: its arguments, what the answer says, whether it may or must be an error. */
function casesOf(tool, { normal, empty, notFound, ambiguous, invalid }) {
  const cases = [{ kind: "normal", args: normal[0], says: normal[1] }];
  const named = { empty, "not found": notFound };
  for (const [kind, given] of Object.entries(named))
    if (typeof given !== "string") cases.push({ kind, args: given[0], says: given[1], mayFail: true });
  if (typeof ambiguous !== "string")
    cases.push({
      kind: "ambiguous",
      args: ambiguous,
      says: /src\/a\/twin\.ts.*src\/b\/twin\.ts/s,
      mayFail: true,
    });
  cases.push({ kind: "over budget", args: { ...normal[0], max_tokens: 100 }, says: /./ });
  const wrong = new RegExp(`${invalid[1]}.*\\[INPUT_INVALID\\]\nhint: \\w`);
  cases.push({ kind: "invalid", args: { ...normal[0], ...invalid[0] }, says: wrong, isError: true });
  const unknown = /\[REPOSITORY_UNKNOWN\]\nhint: \w/;
  cases.push({
    kind: "unknown repository",
    args: { ...normal[0], repo: "nowhere" },
    says: unknown,
    isError: true,
  });
  return cases.map((one) => ({ ...one, tool }));
}

/** The six default tools in every case; the others in the normal one, unless all is asked for. */
function chooseCases(tools, { isAll }) {
  return Object.entries(tools).flatMap(([tool, toolCase]) =>
    casesOf(tool, toolCase).filter(({ kind }) => isAll || kind === "normal" || DEFAULT_TOOLS.includes(tool)),
  );
}

/**
 * A copy of the build whose parsing processes take their time, so that a question is there before the first part is, and
 * stand still over the held files after sending what they have.
 */
function createHoldingBuild() {
  const hold = `await new Promise((resolve) => setTimeout(resolve, ${PARSING_MS}));
  if (job.path.startsWith("${HELD_FOLDER}/")) {
    await send({ type: "outcomes", outcomes, done: false, retiring: false });
    outcomes = [];
    await new Promise(() => {});
  }`;
  return createMutant([
    ["files are parsed one after the other", "for \\(const job of jobs\\) \\{", `$& ${hold}`],
  ]);
}

/** A repository whose first index gets as far as the held files and no further. */
function makeHeldRepository(folder) {
  const files = Array.from({ length: BUILDING_FILES }, (_, n) => {
    const isHeld = n >= BUILDING_FILES - HELD_FILES;
    return [`${isHeld ? `${HELD_FOLDER}/` : ""}f${n}.ts`, `export const value${n} = ${n};\n`];
  });
  makeRepository(folder, Object.fromEntries(files));
}

async function startServer(cli, cwd, env) {
  const child = spawn(process.execPath, [cli, "serve", "--port", "0", "--profile", "full"], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const { url, token } = JSON.parse(readFileSync(join(env.CLEW_HOME, "serve/server.json"), "utf8"));
  const address = [`${url}/mcp`, "--transport", "http", "--header", `Authorization: Bearer ${token}`];
  return { child, address };
}

export async function checkInspector({ root, scratch, node, record, tools, isAll }) {
  const folder = join(scratch, "shop");
  makeRepository(folder, tools.SHOP_FILES);
  const cli = join(root, "dist/cli.js");
  const env = {
    ...process.env,
    CLEW_HOME: join(scratch, "home"),
    CLEW_FIRST_ANSWER_MS: "0",
    // A parsing process that stands still is not given up.
    CLEW_PARSE_TIMEOUT_MS: "60000",
  };
  const holding = createHoldingBuild();
  const holdingCli = join(holding.dist, "cli.js");
  const inspector = join(
    scratch,
    "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
  );
  const server = await startServer(cli, folder, env);
  const holdingServer = await startServer(holdingCli, folder, {
    ...env,
    CLEW_HOME: join(scratch, "holding"),
  });
  const targets = {
    stdio: [process.execPath, cli, "mcp", "--profile", "full"],
    http: server.address,
    "stdio, held": [process.execPath, holdingCli, "mcp", "--profile", "full"],
    "http, held": holdingServer.address,
  };
  // Its own settings would go into the home folder.
  const options = { cwd: folder, env: { ...env, HOME: scratch }, encoding: "utf8", timeout: CALL_MS };
  const inspect = async (transport, ...args) => {
    const printed = await promisify(execFile)(
      node,
      [inspector, "--cli", ...targets[transport], ...args],
      options,
    )
      // An answer with `isError` is printed like any other; the exit code tells of it.
      .catch((error) => (error.stdout ? error : Promise.reject(error)));
    return JSON.parse(printed.stdout);
  };
  const call = async (transport, tool, args) => {
    const flags = Object.entries(args).flatMap(([name, value]) => [
      "--tool-arg",
      `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    ]);
    const { content, isError = false } = await inspect(
      transport,
      ...["--method", "tools/call", "--tool-name", tool, ...flags],
    );
    return { text: content[0].text, isError };
  };
  const cases = tools.toolCases(folder);
  const checks = TRANSPORTS.flatMap((transport) => [
    {
      name: `${transport} tools/list`,
      check: async () => {
        const listed = (await inspect(transport, "--method", "tools/list")).tools.map((tool) => tool.name);
        return Object.keys(cases)
          .filter((tool) => !listed.includes(tool))
          .map((tool) => `${tool} is not listed`);
      },
    },
    ...chooseCases(cases, { isAll }).map(({ tool, kind, args, says, mayFail, isError = false }) => ({
      name: `${transport} ${tool}, ${kind}`,
      check: async () => {
        const answer = await call(transport, tool, args);
        const mustFail = mayFail ? ERROR.test(answer.text) : isError;
        if (answer.isError !== mustFail)
          return [`isError is ${answer.isError}: ${answer.text.slice(0, 300)}`];
        return says.test(answer.text) ? [] : [`${says} is not in: ${answer.text.slice(0, 300)}`];
      },
    })),
    ...DEFAULT_TOOLS.map((tool) => ({
      name: `${transport} ${tool}, index being built`,
      check: async () => {
        const fresh = join(scratch, `building-${transport}-${tool}`);
        makeHeldRepository(fresh);
        const args = { ...cases[tool].normal[0], repo: fresh };
        const { text, isError } = await call(`${transport}, held`, tool, args);
        const told = /^.*the first index is being built, (\d+) of 300 files indexed so far/.exec(text);
        const isPart = told !== null && Number(told[1]) > 0 && Number(told[1]) <= BUILDING_FILES - HELD_FILES;
        return isPart && !isError ? [] : [`the part is not told: ${text.slice(0, 300)}`];
      },
    })),
  ]);
  try {
    await eachOf(checks, async ({ name, check }) => {
      const failures = await check().catch((error) => [String(error.stderr || error).slice(0, 500)]);
      record(`inspector ${name}`, failures);
    });
  } finally {
    server.child.kill();
    holdingServer.child.kill();
    holding.remove();
  }
}

async function eachOf(list, work) {
  const waiting = [...list];
  const next = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}
