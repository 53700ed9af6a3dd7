/** The built program: what it writes for other programs, what it never writes, and its questions on a real terminal. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { TempFolder } from "../../src/testing/git-fixture.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

const scratch = new TempFolder("clew-install-e2e");
afterAll(() => scratch.remove());

let count = 0;
let home: TempFolder;
let repository: TempFolder;
let env: Record<string, string>;

beforeEach(() => {
  count += 1;
  const place = scratch.folder(`place-${count}`);
  home = place.folder("home");
  repository = place.folder("shop").repository({
    "src/price.ts": "export function priceOf(thing: string): number {\n  return thing.length;\n}\n",
    "logo.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]),
    "package-lock.json": "{}\n",
  });
  env = { PATH: process.env.PATH ?? "", HOME: home.path, CLEW_HOME: place.join("clew"), TERM: "dumb" };
});

function clew(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const options = { cwd: repository.path, env, encoding: "utf8", timeout: 60_000, input: "" } as const;
  return spawnSync(process.execPath, [CLI, ...args], options);
}

/** Every entry with inode, mode, times and content, so that even a rewrite with the same bytes shows. */
function imageOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { ino, mode, mtimeMs, size } = lstatSync(path);
      const content = entry.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : "";
      return [path, ino, mode, mtimeMs, size, content].join(" ");
    })
    .sort();
}

describe("clew install", () => {
  it("writes a command that a client can start, and clew uninstall leaves nothing behind", async () => {
    const before = imageOf(home.path);
    const installed = clew("install", "--client", "cursor");
    expect(installed.stderr).toBe("");
    expect(installed.stdout).toMatch(
      /^Cursor: added server clew to .*\ncommand: .*\nnext: Cursor: .*\nundo: clew uninstall\n$/,
    );
    const written = JSON.parse(readFileSync(home.join(".cursor/mcp.json"), "utf8"));
    const { command, args } = written.mcpServers.clew as { command: string; args: string[] };
    const transport = new StdioClientTransport({
      command,
      args,
      cwd: repository.path,
      env,
      stderr: "ignore",
    });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toContain("context");
    await client.close();
    expect(clew("uninstall").stdout).toMatch(/^Cursor: removed server clew from/);
    expect(imageOf(home.path)).toEqual(before);
  });

  it("a server that is started in the home folder indexes nothing, and asks which repository is meant", async () => {
    home.write({ "notes.ts": "export const mine = 1;\n" });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, "mcp"],
      cwd: home.path,
      env,
      stderr: "ignore",
    });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    const ask = async (args: Record<string, unknown>) =>
      (await client.callTool({ name: "status", arguments: args })) as {
        isError?: boolean;
        content: { text: string }[];
      };
    const refused = await ask({});
    expect(refused).toMatchObject({ isError: true });
    expect(refused.content[0]!.text).toContain("REPOSITORY_NOT_CHOSEN");
    expect((await ask({ repo: repository.path })).content[0]!.text).toContain("1 file indexed");
    await client.close();
    expect(clew("list").stdout).not.toContain(`${home.path}  `);
  });

  it("--dry-run prints a diff that patch understands, and writes nothing", () => {
    home.write({ ".config/zed/settings.json": '// mine\n{\n  "theme": "One"\n}\n' });
    const before = imageOf(home.path);
    const { stdout } = clew("install", "--client", "zed", "--dry-run");
    expect(stdout).toMatch(/^Zed: would add server clew to /);
    expect(imageOf(home.path)).toEqual(before);
    const copy = scratch.folder(`copy-${count}`);
    const file = copy
      .write({ "settings.json": readFileSync(home.join(".config/zed/settings.json")) })
      .join("settings.json");
    execFileSync("patch", ["-s", file], { input: stdout.slice(stdout.indexOf("---")) });
    clew("install", "--client", "zed");
    expect(readFileSync(file, "utf8")).toBe(readFileSync(home.join(".config/zed/settings.json"), "utf8"));
  });

  it("says what to do about a file it cannot read", () => {
    home.write({ ".cursor/mcp.json": "{\n  oops\n}" });
    const { status, stderr } = clew("install", "--client", "cursor");
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /mcp\.json is not valid JSON: line 2: .* \[INSTALL_FILE_MALFORMED\]\nhint: .*nothing was changed/,
    );
    expect(readFileSync(home.join(".cursor/mcp.json"), "utf8")).toBe("{\n  oops\n}");
  });
});

it("no other command writes anywhere but in clew's own folder", { timeout: 240_000 }, () => {
  home.write({ ".claude.json": "{}", ".cursor/mcp.json": "{}", ".codex/config.toml": "" });
  const before = [...imageOf(home.path), ...imageOf(repository.path)];
  const commands = [
    ["index"],
    ["context", "how is a price made"],
    ["search", "price"],
    ["symbol", "priceOf"],
    ["trace", "priceOf", "--callers"],
    ["changes"],
    ["status"],
    ["outline", "src/price.ts"],
    ["list"],
    ["repos"],
    ["packages"],
    ["fleet", "status"],
    ["routes"],
    ["contracts"],
    ["services"],
    ["units"],
    ["history"],
    ["rollback"],
    ["logs"],
    ["store", "check"],
    ["ui", "--help"],
    ["verify", "--deep"],
    ["doctor"],
    ["purge", "src/price.ts"],
    ["init"],
    ["install", "--dry-run", "--instructions"],
    ["uninstall", "--dry-run"],
    ["uninstall"],
    ["--help"],
    ["mcp"],
    ["serve", "--detach", "--port", "0"],
    ["stop"],
    ["grammar", "list"],
    ["import", "no-such.scip"],
    ["help"],
    ["remove", repository.path],
  ];
  // There is nothing to import and nothing to go back to.
  const refused = ["import", "rollback"];
  const listed = [...clew("--help").stdout.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name!);
  const tried = new Set(commands.map(([name]) => name!));
  expect(listed.slice(listed.indexOf("index")).filter((name) => !tried.has(name))).toEqual([]);
  onTestFinished(() => void clew("stop"));
  for (const command of commands) {
    const { status, stderr } = clew(...command);
    const failure = status === 2 && !refused.includes(command[0]!) ? stderr : "";
    expect([command, failure]).toEqual([command, ""]);
  }
  expect([...imageOf(home.path), ...imageOf(repository.path)]).toEqual(before);
});

describe("clew init", () => {
  it("without a terminal shows what would be indexed and skipped, and writes nothing", () => {
    const { stdout, status } = clew("init");
    expect(status).toBe(0);
    expect(stdout).toContain("to index: 1 file, 74 B\n  typescript 1 file 74 B\n");
    expect(stdout).toContain("1 binary: not text; such as logo.png");
    expect(stdout).toContain("1 lock: a lock file of a package manager; such as package-lock.json");
    expect(stdout).toContain("nothing was written");
    expect(existsSync(repository.join(".clew.json"))).toBe(false);
    expect(JSON.parse(clew("init", "--json").stdout)).toMatchObject({
      files: 1,
      languages: [{ language: "typescript" }],
    });
  });

  it("--yes takes its answers from the options", () => {
    home.write({ ".cursor/x": "" });
    const { stdout, stderr } = clew(
      "init",
      "--yes",
      "--exclude",
      "src/gen/**,*.snap",
      "--budget",
      "2500",
      "--install",
      "project",
    );
    expect(stderr).toBe("");
    expect(JSON.parse(readFileSync(repository.join(".clew.json"), "utf8"))).toEqual({
      exclude: ["src/gen/**", "*.snap"],
    });
    expect(JSON.parse(readFileSync(home.join(".config/clew/config.json"), "utf8"))).toEqual({ budget: 2500 });
    expect(stdout).toMatch(/in generation 1/);
    expect(existsSync(repository.join(".cursor/mcp.json"))).toBe(true);
    expect(clew("init", "--yes", "--budget", "7").status).toBe(2);
  });

  /** `script` gives the program a real terminal and types what it is given. */
  function onTerminal(typed: string): string {
    const log = scratch.join(`terminal-${count}`);
    const run = `"${process.execPath}" "${CLI}" init`;
    const result = spawnSync("script", ["-qec", run, log], {
      cwd: repository.path,
      env,
      input: typed,
      encoding: "utf8",
      timeout: 60_000,
    });
    const shown = result.stdout.replaceAll("\r\n", "\n");
    rmSync(log, { force: true });
    return shown;
  }

  it("asks on a terminal, asks again after a fault, and does what was answered", () => {
    home.write({ ".cursor/x": "" });
    const shown = onTerminal("docs/**\ny\nlots\n3000\nu\ny\ny\ny\n");
    expect(shown).toContain("Leave out more?");
    expect(shown).toContain("a whole number from 100 to 1000000 is needed");
    expect(shown).toContain("Set up Cursor?");
    // What will stand in the tree is shown before it does.
    const [shownAt, savedAt] = [/\+ .*"docs/, /saved settings in .*\.clew\.json/].map((line) =>
      shown.search(line),
    );
    expect(shownAt).toBeGreaterThan(0);
    expect(savedAt).toBeGreaterThan(shownAt!);
    expect(JSON.parse(readFileSync(repository.join(".clew.json"), "utf8"))).toEqual({
      exclude: ["docs/**"],
      indexGenerated: true,
    });
    expect(JSON.parse(readFileSync(home.join(".config/clew/config.json"), "utf8"))).toEqual({ budget: 3000 });
    expect(existsSync(home.join(".cursor/mcp.json"))).toBe(true);
    expect(shown).toMatch(/in generation 1/);
    clew("uninstall");
    expect(existsSync(home.join(".cursor/mcp.json"))).toBe(false);
  });

  it("writes nothing when the files are not agreed to", () => {
    home.write({ ".cursor/x": "" });
    const before = [...imageOf(home.path), ...imageOf(repository.path)];
    expect(onTerminal("docs/**\ny\n3000\nu\ny\ny\nn\n")).toContain("nothing was written");
    expect([...imageOf(home.path), ...imageOf(repository.path)]).toEqual(before);
  });

  /** Types `typed`, and the end of input once `prompt` is shown: typed earlier, a terminal may take it for something else. */
  async function leaveAt(prompt: string, typed: string): Promise<string> {
    const log = scratch.join(`terminal-${count}`);
    const run = `"${process.execPath}" "${CLI}" init`;
    const child = spawn("script", ["-qec", run, log], { cwd: repository.path, env });
    let shown = "";
    let hasLeft = false;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      shown += text;
      if (hasLeft || !shown.includes(prompt)) return;
      hasLeft = true;
      child.stdin.write("\u0004");
    });
    child.stdin.write(typed);
    await once(child, "close");
    rmSync(log, { force: true });
    return shown;
  }

  it("writes nothing when it is left before the last answer", async () => {
    home.write({ ".cursor/x": "" });
    const before = [...imageOf(home.path), ...imageOf(repository.path)];
    const shown = await leaveAt("Tokens an answer may take", "docs/**\ny\n");
    expect(shown).toContain("[INIT_LEFT]");
    expect([...imageOf(home.path), ...imageOf(repository.path)]).toEqual(before);
  });
});
