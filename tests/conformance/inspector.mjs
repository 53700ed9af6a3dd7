// Every tool of the built program through the inspector's command line, over standard input and output and over HTTP.
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const TRANSPORTS = ["stdio", "http"];
const DEFAULT_TOOLS = ["context", "search", "symbol", "trace", "changes", "status"];
/** Each call starts the inspector, and over stdio a server. */
const AT_ONCE = 2;
const CALL_MS = 120_000;
const BUILDING_FILES = 300;
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

export async function checkInspector({ root, scratch, node, record, tools, isAll }) {
  const folder = join(scratch, "shop");
  makeRepository(folder, tools.SHOP_FILES);
  const cli = join(root, "dist/cli.js");
  const env = { ...process.env, CLEW_HOME: join(scratch, "home"), CLEW_FIRST_ANSWER_MS: "0" };
  const inspector = join(
    scratch,
    "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
  );
  const server = spawn(process.execPath, [cli, "serve", "--port", "0", "--profile", "full"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(server.stdout, "data");
  const { url, token } = JSON.parse(readFileSync(join(scratch, "home/serve/server.json"), "utf8"));
  const targets = {
    stdio: [process.execPath, cli, "mcp", "--profile", "full"],
    http: [`${url}/mcp`, "--transport", "http", "--header", `Authorization: Bearer ${token}`],
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
        const files = Array.from({ length: BUILDING_FILES }, (_, n) => [
          `f${n}.ts`,
          `export const value${n} = ${n};\n`,
        ]);
        makeRepository(fresh, Object.fromEntries(files));
        const { text, isError } = await call(transport, tool, { ...cases[tool].normal[0], repo: fresh });
        // A quick machine is done with it in time; tests/e2e/transports.test.ts holds the index still and sees the part.
        const isTold = /^.*(?:the first index is being built, \d+ of 300 files indexed so far|, fresh)/.test(
          text,
        );
        return isTold && !isError ? [] : [`the part is not told: ${text.slice(0, 300)}`];
      },
    })),
  ]);
  try {
    await eachOf(checks, async ({ name, check }) => {
      const failures = await check().catch((error) => [String(error.stderr || error).slice(0, 500)]);
      record(`inspector ${name}`, failures);
    });
  } finally {
    server.kill();
  }
}

async function eachOf(list, work) {
  const waiting = [...list];
  const next = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}
