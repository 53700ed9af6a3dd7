// Every tool of the built program through the inspector's command line, over standard input and output and over HTTP.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const CALLS = [
  { tool: "context", args: ["task=how is the price computed"], shows: "priceOf" },
  { tool: "search", args: ["query=price"], shows: "src/price.ts" },
  { tool: "symbol", args: ["name=priceOf"], shows: "src/price.ts:1" },
  { tool: "trace", args: ["symbol=priceOf"], shows: "total" },
  { tool: "changes", args: [], shows: "0 files changed" },
  { tool: "status", args: [], shows: "2 files indexed" },
];

function makeRepository(folder) {
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(
    join(folder, "src/price.ts"),
    "export function priceOf(thing: string): number {\n  return thing.length;\n}\n",
  );
  writeFileSync(
    join(folder, "src/cart.ts"),
    'import { priceOf } from "./price.ts";\nexport const total = (things: string[]) => things.map((thing) => priceOf(thing));\n',
  );
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

export async function checkInspector({ root, scratch, node, record }) {
  const folder = join(scratch, "shop");
  makeRepository(folder);
  const cli = join(root, "dist/cli.js");
  const env = { ...process.env, CLEW_HOME: join(scratch, "home") };
  const inspector = join(
    scratch,
    "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
  );
  // Its own settings would go into the home folder.
  const inspectorEnv = { ...env, HOME: scratch };
  const inspect = (...args) =>
    execFileSync(node, [inspector, "--cli", ...args], {
      cwd: folder,
      env: inspectorEnv,
      encoding: "utf8",
      timeout: 60_000,
    });
  const server = spawn(process.execPath, [cli, "serve", "--port", "0"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(server.stdout, "data");
  const { url, token } = JSON.parse(readFileSync(join(scratch, "home/serve/server.json"), "utf8"));
  const targets = {
    stdio: [process.execPath, cli, "mcp"],
    http: [`${url}/mcp`, "--transport", "http", "--header", `Authorization: Bearer ${token}`],
  };
  try {
    for (const [transport, target] of Object.entries(targets)) {
      attempt(record, `inspector ${transport} tools/list`, () => {
        const { tools } = JSON.parse(inspect(...target, "--method", "tools/list"));
        const names = tools.map((tool) => tool.name);
        return CALLS.filter(({ tool }) => !names.includes(tool)).map(({ tool }) => `${tool} is not listed`);
      });
      for (const { tool, args, shows } of CALLS) {
        attempt(record, `inspector ${transport} ${tool}`, () => {
          const flags = args.flatMap((arg) => ["--tool-arg", arg]);
          const printed = inspect(...target, "--method", "tools/call", "--tool-name", tool, ...flags);
          const { content, isError } = JSON.parse(printed);
          if (isError) return [`an error: ${content[0].text}`];
          return content[0].text.includes(shows)
            ? []
            : [`"${shows}" is not in: ${content[0].text.slice(0, 300)}`];
        });
      }
    }
  } finally {
    server.kill();
  }
}

function attempt(record, name, check) {
  try {
    record(name, check());
  } catch (error) {
    record(name, [String(error.stderr || error).slice(0, 500)]);
  }
}
