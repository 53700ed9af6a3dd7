/** Every tool, called by a real client over standard input and output and over HTTP: the same answers, the same errors. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countTokens } from "../../src/core/tokens.ts";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = new TempFolder("clew-transports");
const env = {
  PATH: process.env.PATH ?? "",
  CLEW_HOME: scratch.join("home"),
  // A first index answers at once from its first part, and a parser that stands still is not given up.
  CLEW_FIRST_ANSWER_MS: "0",
  CLEW_PARSE_TIMEOUT_MS: "60000",
};
const shop = scratch.folder("shop").repository({
  "src/price.ts": `export interface Priced {
  price(): number;
}

/** Price of one thing. */
export function priceOf(thing: string): number {
  return thing.length * 2;
}
`,
  "src/cart.ts": `import { priceOf, type Priced } from "./price.ts";

export class Cart implements Priced {
  price(): number {
    return this.total(["a"]);
  }
  total(things: string[]): number {
    return things.reduce((sum, thing) => sum + priceOf(thing), 0);
  }
}
`,
  "src/a/twin.ts": "export function twin() {\n  return 1;\n}\n",
  "src/b/twin.ts": "export function twin() {\n  return 2;\n}\n",
  "src/nothing.ts": "export {};\n",
});

type Args = Record<string, unknown>;

/** Arguments, and what the answer says. */
type Case = [args: Args, says: RegExp];

interface ToolCase {
  /** Finds something. */
  normal: Case;
  /** Fits and finds nothing; the sentence is why a tool has no such case. */
  empty: Case | string;
  /** Names a thing that does not exist: an answer that says so, or an error that says what to do. */
  notFound: Case | string;
  /** Names several things, all of which are told. */
  ambiguous: Args | string;
  /** An argument of the wrong kind, and its name. */
  invalid: [args: Args, argument: string];
}

const NAMES_NOTHING = "it takes no name";
const NO_LIST = "it tells about what is named, however little there is";

const bySymbol = (argument: string, shows: RegExp, empty: ToolCase["empty"]): ToolCase => ({
  normal: [{ [argument]: "priceOf" }, shows],
  empty,
  notFound: [{ [argument]: "noSuchThing" }, /no symbol named noSuchThing/],
  ambiguous: { [argument]: "twin" },
  invalid: [{ [argument]: 7 }, argument],
});

const byQuery = (argument: string): ToolCase => ({
  normal: [{ [argument]: "price of a thing" }, /src\/price\.ts/],
  empty: [{ [argument]: "zzqqxx" }, /^0 files: no/],
  notFound: [{ [argument]: "price", path: ["no/such/**"] }, /^0 files: no/],
  ambiguous: { [argument]: "twin" },
  invalid: [{ [argument]: 7 }, argument],
});

const byFile = (argument: string, shows: RegExp, empty: ToolCase["empty"]): ToolCase => ({
  normal: [{ [argument]: "src/cart.ts" }, shows],
  empty,
  notFound: [{ [argument]: "no/such.ts" }, /no\/such\.ts is not in the index \[FILE_NOT_INDEXED\]\nhint: \w/],
  ambiguous: { [argument]: "twin.ts" },
  invalid: [{ [argument]: 7 }, argument],
});

const byFolder = (shows: RegExp): ToolCase => ({
  normal: [{ path: "src" }, shows],
  empty: "a folder without files is not in the index",
  notFound: [{ path: "no/such" }, /no indexed file lies in no\/such \[FOLDER_UNKNOWN\]\nhint: \w/],
  ambiguous: "a path is one folder",
  invalid: [{ path: 7 }, "path"],
});

const STATUS: ToolCase = {
  normal: [{}, /^5 files indexed/],
  empty: NO_LIST,
  notFound: [{ why: "no/such.ts" }, /no\/such\.ts is not indexed/],
  ambiguous: "a path is one file",
  invalid: [{ why: 7 }, "why"],
};

const CASES: Readonly<Record<string, ToolCase>> = {
  context: byQuery("task"),
  search: byQuery("query"),
  symbol: bySymbol("name", /src\/price\.ts:6/, NO_LIST),
  trace: bySymbol("symbol", /Cart\.total/, [{ symbol: "Cart" }, /^0 callers of Cart/]),
  changes: {
    normal: [{}, /^0 files changed since HEAD/],
    empty: [{}, /^0 files changed since HEAD/],
    notFound: [{ base: "no-such-branch" }, /no revision no-such-branch .*\[CHANGES_BASE_UNKNOWN\]\nhint: \w/],
    ambiguous: "git decides what a revision means",
    invalid: [{ base: 7 }, "base"],
  },
  status: STATUS,
  search_codebase: {
    ...byQuery("query"),
    notFound: [{ query: "price", repo_id: "no-such" }, /no-such \[REPOSITORY_UNKNOWN\]\nhint: \w/],
  },
  get_file_context: byFile("file_path", /Cart/, [
    { file_path: "src/nothing.ts" },
    /^src\/nothing\.ts, typescript, 0 symbols/,
  ]),
  list_directory: byFolder(/cart\.ts/),
  read_file: byFile("path", /class Cart/, [{ path: "src/cart.ts", start_line: 900 }, /has no line 900/]),
  get_directory_tree: byFolder(/a\/ {2}1 file/),
  get_file_outline: byFile("path", /total/, [{ path: "src/nothing.ts" }, /0 symbols/]),
  search_symbols: {
    ...bySymbol("query", /src\/price\.ts/, [{ query: "zzqqxx" }, /^0 symbols for zzqqxx/]),
    notFound: [{ query: "xxqqzz" }, /^0 symbols for xxqqzz/],
  },
  lookup_symbol: bySymbol("name", /src\/price\.ts/, [{ name: "zzqqxx" }, /^no symbol named zzqqxx/]),
  find_symbol_definition: bySymbol("symbol_name", /src\/price\.ts/, NO_LIST),
  get_symbol: bySymbol("symbol", /src\/price\.ts/, NO_LIST),
  get_source_spans: bySymbol("symbol", /thing\.length \* 2/, NO_LIST),
  find_similar: bySymbol("symbol", /priceOf/, [{ symbol: "priceOf" }, /^0 places similar to priceOf/]),
  get_callers: bySymbol("symbol", /Cart\.total/, [{ symbol: "Cart" }, /^0 callers of Cart/]),
  get_callees: {
    ...bySymbol("symbol", /priceOf/, [{ symbol: "priceOf" }, /^0 callees of priceOf/]),
    normal: [{ symbol: "Cart.total" }, /priceOf/],
  },
  get_implementations: {
    ...bySymbol("symbol", /Cart/, [{ symbol: "priceOf" }, /^0 implementations of priceOf/]),
    normal: [{ symbol: "Priced" }, /Cart/],
  },
  get_references: bySymbol("symbol", /src\/cart\.ts/, [{ symbol: "Cart" }, /^0 references of Cart/]),
  get_dependencies: {
    ...bySymbol("symbol", /price\.ts/, [{ symbol: "priceOf" }, /^0 dependencies of priceOf/]),
    normal: [{ symbol: "Cart.total" }, /price\.ts/],
  },
  get_dependents: bySymbol("symbol", /src\/cart\.ts/, [{ symbol: "Cart" }, /^0 dependents of Cart/]),
  index_repository: {
    normal: [{ repo_path: shop.path }, /in generation \d+, .*nothing changed/],
    empty: [{ repo_path: shop.path }, /nothing changed/],
    notFound: [{ repo_path: "/no/such/folder" }, /\[WORKSPACE_ROOT_MISSING\]\nhint: \w/],
    ambiguous: "a path is one folder",
    invalid: [{ repo_path: 7 }, "repo_path"],
  },
  index_files: {
    normal: [{ paths: ["src/cart.ts"] }, /src\/cart\.ts is indexed/],
    empty: [{ paths: ["src/cart.ts"] }, /nothing changed/],
    notFound: [{ paths: ["no/such.ts"] }, /no\/such\.ts is not indexed/],
    ambiguous: "a path is one file",
    invalid: [{ paths: [] }, "paths"],
  },
  list_indexed_repos: {
    normal: [{}, /shop/],
    empty: "the repository that is asked from is always there",
    notFound: NAMES_NOTHING,
    ambiguous: NAMES_NOTHING,
    invalid: [{ max_tokens: "many" }, "max_tokens"],
  },
  get_status: STATUS,
  search_api_contracts: {
    normal: [{}, /no contract is indexed/],
    empty: [{ query: "login" }, /^0 contracts: no contract is indexed/],
    notFound: "no contract is indexed that could be told apart",
    ambiguous: "no contract is indexed that could be told apart",
    invalid: [{ api_type: "soap" }, "api_type"],
  },
};

/** These are about the index as a whole: they answer whether or not one repository is being built. */
const ABOUT_NO_GENERATION = new Set(["list_indexed_repos", "index_repository", "index_files"]);

interface Result {
  text: string;
  isError: boolean;
}

async function call(client: Client, name: string, args: Args): Promise<Result> {
  const result = await client.callTool({ name, arguments: args });
  const content = result.content as { text?: string }[];
  return { text: content.map((part) => part.text ?? "").join(""), isError: result.isError === true };
}

/** The fence around repository text has another mark in every answer, and updates count generations. */
function stable(text: string): string {
  return text.replace(/\b[0-9a-f]{6}\b/g, "MARK").replace(/\d+(?:\.\d+)? (?:ms|s)\b/g, "TIME");
}

/** Parsing processes of a server. */
function parsersOf(server: number): number[] {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, "utf8").trim().split(" ");
  return children
    .filter((pid) => pid !== "" && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("parse-worker"))
    .map(Number);
}

let server: ChildProcess;
const clients = {} as Record<"stdio" | "http", Client>;
const pids = {} as Record<"stdio" | "http", number>;

beforeAll(async () => {
  clients.stdio = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, "mcp", "--profile", "full"],
    cwd: shop.path,
    env,
    stderr: "ignore",
  });
  await clients.stdio.connect(transport);
  pids.stdio = transport.pid!;
  server = spawn(process.execPath, [CLI, "serve", "--port", "0", "--profile", "full"], {
    cwd: shop.path,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  pids.http = server.pid!;
  await once(server.stdout!, "data");
  const { url, token } = JSON.parse(readFileSync(`${env.CLEW_HOME}/serve/server.json`, "utf8"));
  clients.http = new Client({ name: "test", version: "1" });
  await clients.http.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
});
afterAll(async () => {
  await clients.stdio.close();
  await clients.http.close();
  server.kill();
  await once(server, "exit");
  scratch.remove();
});

test("the table has every tool", async () => {
  for (const client of Object.values(clients)) {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(Object.keys(CASES));
  }
});

const rows = Object.entries(CASES).map(([name, toolCase]) => ({ name, ...toolCase }));

const isCase = (given: Case | string): given is Case => typeof given !== "string";

describe.each(["stdio", "http"] as const)("over %s", (transport) => {
  test.each(rows)("$name answers", async ({ name, normal: [args, says] }) => {
    const { text, isError } = await call(clients[transport], name, args);
    expect({ text, isError }).toEqual({ text: expect.stringMatching(says), isError: false });
  });

  test.each(rows.filter(({ empty }) => isCase(empty)))(
    "$name that finds nothing says so",
    async ({ name, empty }) => {
      const [args, says] = empty as Case;
      const { text, isError } = await call(clients[transport], name, args);
      expect({ text, isError }).toEqual({ text: expect.stringMatching(says), isError: false });
    },
  );

  test.each(rows.filter(({ notFound }) => isCase(notFound)))(
    "$name says what does not exist",
    async ({ name, notFound }) => {
      const [args, says] = notFound as Case;
      const { text, isError } = await call(clients[transport], name, args);
      expect(text).toMatch(says);
      expect(isError).toBe(/\[[A-Z_]+\]\nhint: /.test(text));
    },
  );

  test.each(rows.filter(({ ambiguous }) => typeof ambiguous !== "string"))(
    "$name tells all of several",
    async ({ name, ambiguous }) => {
      const { text } = await call(clients[transport], name, ambiguous as Args);
      expect(text).toContain("src/a/twin.ts");
      expect(text).toContain("src/b/twin.ts");
    },
  );

  test.each(rows)("$name keeps to its budget", async ({ name, normal: [args] }) => {
    const { text } = await call(clients[transport], name, { ...args, max_tokens: 100 });
    expect(countTokens(text)).toBeLessThanOrEqual(100);
  });

  test.each(rows)(
    "$name names an argument that is wrong",
    async ({ name, normal, invalid: [args, argument] }) => {
      for (const [given, wrong] of [
        [{ ...normal[0], ...args }, argument],
        [{ ...normal[0], colour: "red" }, "colour"],
      ] as const) {
        const { text, isError } = await call(clients[transport], name, given);
        expect(isError, text).toBe(true);
        expect(text).toMatch(new RegExp(`${wrong}.*\\[INPUT_INVALID\\]\nhint: \\w`));
      }
    },
  );

  test.each(rows)("$name says when a repository is unknown", async ({ name, normal: [args] }) => {
    const { text, isError } = await call(clients[transport], name, { ...args, repo: "nowhere" });
    expect(isError).toBe(true);
    expect(text).toMatch(/\[REPOSITORY_UNKNOWN\]\nhint: \w/);
  });

  test("every tool answers from what is there while the index is being built, and says what that covers", async () => {
    const files = Array.from({ length: 700 }, (_, n) => [`f${n}.ts`, `export const value${n} = ${n};\n`]);
    const fresh = scratch.folder(`fresh-${transport}`).repository({
      ...Object.fromEntries(files),
      "src/cart.ts": "export class Cart {}\n",
    });
    const ask = (name: string, args: Args) => call(clients[transport], name, { ...args, repo: fresh.path });
    const covered = /the first index is being built, (\d+) of 701 files indexed so far/;
    const first = await ask("status", {});
    // The rest is held up, so that all tools meet the same part.
    const workers = parsersOf(pids[transport]);
    for (const pid of workers) process.kill(pid, "SIGSTOP");
    try {
      expect(first.text.split("\n")[0]).toMatch(covered);
      expect(workers.length).toBeGreaterThan(0);
      const asked = rows
        .filter(({ name }) => !ABOUT_NO_GENERATION.has(name))
        .map(async ({ name, normal: [args] }) => ({ name, ...(await ask(name, args)) }));
      for (const { name, text, isError } of await Promise.all(asked)) {
        expect(text.split("\n")[0], name).toMatch(covered);
        // A file or folder that comes later is not there yet; everything else has an answer.
        if (isError)
          expect(text, name).toMatch(/(?:is not in the index|no indexed file lies in src) yet; pending/);
      }
      expect((await ask("symbol", { name: "value1" })).text).toContain("f1.ts:1");
    } finally {
      for (const pid of workers) process.kill(pid, "SIGCONT");
    }
    expect((await ask("status", { fresh: true })).text).toMatch(/^701 files indexed.*fresh$/m);
  });
});

test.each(rows.filter(({ name }) => name !== "index_repository" && name !== "list_indexed_repos"))(
  "$name gives both the same bytes",
  async ({ name, normal: [args] }) => {
    const [stdio, http] = [await call(clients.stdio, name, args), await call(clients.http, name, args)];
    expect(stable(http.text)).toBe(stable(stdio.text));
  },
);
