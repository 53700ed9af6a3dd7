import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { TempFolder } from "../testing/git-fixture.ts";
import { CLIENTS, type Scope, type Surroundings } from "./clients.ts";
import { type InstallOptions, install, uninstall } from "./install.ts";
import { MARKERS } from "./instructions.ts";

const scratch = new TempFolder("clew-install");
afterAll(() => scratch.remove());

let place = 0;
let home: string;
let root: string;
let clewHome: string;
let around: Surroundings;
let installation: { node: string; script: string; env: NodeJS.ProcessEnv };

beforeEach(() => {
  place += 1;
  const base = scratch.folder(`place-${place}`).path;
  [home, root, clewHome] = ["home", "root", "clew"].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [home, root, clewHome]) mkdirSync(folder, { recursive: true });
  const script = join(base, "cli.js");
  writeFileSync(script, 'console.log("1.2.3")\n');
  installation = { node: process.execPath, script, env: { PATH: "" } };
  around = { platform: "linux", home, env: {}, root };
});

const ALL = CLIENTS.map((client) => client.id);

function put(path: string, content: string | Buffer): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

function run(
  clients: readonly string[],
  scope: Scope = "user",
  extra: Partial<Pick<InstallOptions, "withInstructions" | "isDryRun" | "reach">> = {},
) {
  const options: InstallOptions = {
    clients,
    scope,
    withInstructions: false,
    reach: "offered",
    isDryRun: false,
    ...extra,
  };
  return install(options, around, installation, clewHome);
}

function undo(clients: readonly string[] = [], isDryRun = false) {
  return uninstall({ clients, scopes: ["user", "project"], isDryRun }, around, clewHome);
}

/** Every file and folder below, with mode and content. */
function imageOf(folder: string): Record<string, string> {
  const image: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mode } = lstatSync(path);
    image[path] = `${mode.toString(8)} ${entry.isFile() ? readFileSync(path, "latin1") : ""}`;
  }
  return image;
}

describe("installing for every client", () => {
  for (const scope of ["user", "project"] as const) {
    it(`makes files in the ${scope}'s places, and uninstalling leaves neither files nor folders`, () => {
      const before = [imageOf(home), imageOf(root)];
      const { plan } = run(ALL, scope, { withInstructions: true });
      expect(plan.changes.length).toBeGreaterThan(8);
      for (const { file } of plan.changes) expect(readFileSync(file.realPath, "utf8")).toMatch(/clew/);
      expect([imageOf(home), imageOf(root)]).not.toEqual(before);
      undo();
      expect([imageOf(home), imageOf(root)]).toEqual(before);
      expect(readdirSync(clewHome)).toEqual([]);
    });
  }

  const user = (client: string) => CLIENTS.find((one) => one.id === client)!.configFile("user", around)!;
  const shapes: [client: string, place: string, find: (text: string) => unknown][] = [
    ["claude", ".claude.json", (text) => JSON.parse(text).mcpServers.clew],
    ["cursor", ".cursor/mcp.json", (text) => ({ type: "stdio", ...JSON.parse(text).mcpServers.clew })],
    ["vscode", ".config/Code/User/mcp.json", (text) => JSON.parse(text).servers.clew],
    ["gemini", ".gemini/settings.json", (text) => ({ type: "stdio", ...JSON.parse(text).mcpServers.clew })],
    [
      "windsurf",
      ".codeium/windsurf/mcp_config.json",
      (text) => ({ type: "stdio", ...JSON.parse(text).mcpServers.clew }),
    ],
  ];
  it.each(shapes)("%s is told in %s", (client, place, find) => {
    run([client]);
    expect(user(client)).toBe(join(home, place));
    const args = [installation.script, "mcp", "--roots", "offered"];
    expect(find(readFileSync(join(home, place), "utf8"))).toEqual({
      type: "stdio",
      command: process.execPath,
      args,
    });
  });

  it("Codex, Zed and OpenCode have forms of their own", () => {
    run(["codex", "zed", "opencode"]);
    const words = [process.execPath, installation.script, "mcp", "--roots", "offered"];
    expect(readFileSync(join(home, ".codex/config.toml"), "utf8")).toBe(
      `[mcp_servers.clew]\ncommand = ${JSON.stringify(words[0])}\nargs = ["${words[1]}", "mcp", "--roots", "offered"]\n`,
    );
    const zed = JSON.parse(readFileSync(join(home, ".config/zed/settings.json"), "utf8"));
    expect(zed.context_servers.clew).toEqual({ command: words[0], args: words.slice(1), env: {} });
    const opencode = JSON.parse(readFileSync(join(home, ".config/opencode/opencode.json"), "utf8"));
    expect(opencode.mcp.clew).toEqual({ type: "local", command: words, enabled: true });
  });

  it("OpenCode's newer form is joined where it is used, and its file with comments preferred", () => {
    const file = put(join(root, "opencode.jsonc"), '{\n  // v2\n  "mcp": { "servers": { } }\n}\n');
    const before = readFileSync(file, "utf8");
    run(["opencode"], "project");
    expect(readFileSync(file, "utf8")).toMatch(/"servers": \{\s+"clew"/);
    undo();
    expect(readFileSync(file, "utf8")).toBe(before);
  });
});

describe("files that were there", () => {
  const contents: [name: string, client: string, path: string, content: string][] = [
    [
      "comments and a trailing comma",
      "zed",
      ".config/zed/settings.json",
      '// mine\n{\n\t"theme": "One", // dark\n\t/* none */\n}\n',
    ],
    [
      "CRLF and a byte order mark",
      "vscode",
      ".config/Code/User/mcp.json",
      '\ufeff{\r\n    "servers": {\r\n    }\r\n}',
    ],
    ["nothing at all", "cursor", ".cursor/mcp.json", ""],
    ["only a line break", "gemini", ".gemini/settings.json", "\n"],
    ["an empty object", "gemini", ".gemini/settings.json", "{ }\n"],
    [
      "one line",
      "claude",
      ".claude.json",
      '{"numStartups":3,"mcpServers":{"x":{"command":"y"}},"projects":{}}',
    ],
    ["TOML without a last line end", "codex", ".codex/config.toml", 'model = "o"\n# end'],
  ];
  it.each(contents)("with %s come back byte for byte", (_, client, path, content) => {
    const file = put(join(home, path), content);
    chmodSync(file, 0o640);
    run([client]);
    const changed = readFileSync(file, "utf8");
    expect(changed).toContain("clew");
    expect(statSync(file).mode & 0o777).toBe(0o640);
    run([client]);
    expect(readFileSync(file, "utf8")).toBe(changed);
    undo();
    expect(readFileSync(file, "utf8")).toBe(content);
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  it("keep what was edited in between", () => {
    const file = put(join(home, ".cursor/mcp.json"), '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n');
    run(["cursor"]);
    const edited = readFileSync(file, "utf8")
      .replace('"a": {}', '"a": 1 /* mine */')
      .replace("\n  }\n}", ',\n    "z": {}\n  }\n}');
    writeFileSync(file, edited);
    undo();
    expect(readFileSync(file, "utf8")).toBe(
      '{\n  "mcpServers": {\n    "a": 1 /* mine */,\n    "z": {}\n  }\n}\n',
    );
  });

  it("a file of ours with something added stays, without our part", () => {
    run(["cursor"]);
    const file = join(home, ".cursor/mcp.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"mcpServers"', '"mine": 1,\n  "mcpServers"'));
    undo();
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ mine: 1 });
  });

  const broken: [client: string, path: string, content: string | Buffer][] = [
    ["cursor", ".cursor/mcp.json", '{"mcpServers": {'],
    ["cursor", ".cursor/mcp.json", '{"mcpServers": []}'],
    ["cursor", ".cursor/mcp.json", Buffer.from([0x7b, 0xff, 0x7d])],
    ["codex", ".codex/config.toml", "a = [1\n"],
    ["codex", ".codex/config.toml", 'mcp_servers = { a = { command = "x" } }\n'],
  ];
  it.each(broken)(
    "%s with a malformed %s is refused, and no other client is touched",
    (client, path, content) => {
      const file = put(join(home, path), content);
      expect(() => run(["claude", client])).toThrow(
        expect.objectContaining({ code: "INSTALL_FILE_MALFORMED" }),
      );
      expect(readFileSync(file)).toEqual(Buffer.from(content as string));
      expect(existsSync(join(home, ".claude.json"))).toBe(false);
      expect(readdirSync(clewHome)).toEqual([]);
    },
  );

  it("a malformed file that was never ours does not stop an uninstall", () => {
    put(join(home, ".gemini/settings.json"), "{ broken");
    run(["cursor"]);
    const plan = undo();
    expect(plan.changes).toHaveLength(1);
    expect(plan.notes.join()).toMatch(/settings\.json is not valid JSON/);
  });

  it("a server of that name written by hand is left alone by both commands", () => {
    const content = '{"mcpServers":{"clew":{"command":"docker","args":["run","clew"]}}}';
    const file = put(join(home, ".cursor/mcp.json"), content);
    expect(run(["cursor"]).plan.notes.join()).toMatch(/by hand/);
    expect(undo().notes.join()).toMatch(/by hand/);
    expect(readFileSync(file, "utf8")).toBe(content);
  });

  it("our own entry from another place is updated", () => {
    run(["cursor", "codex"]);
    const elsewhere = join(dirname(installation.script), "moved");
    mkdirSync(elsewhere);
    installation.script = put(join(elsewhere, "cli.js"), 'console.log("1.2.3")\n');
    expect(
      run(["cursor", "codex"])
        .plan.changes.map((change) => change.summary)
        .join(),
    ).toMatch(/updated.*updated/);
    expect(readFileSync(join(home, ".cursor/mcp.json"), "utf8")).toContain(installation.script);
    expect(readFileSync(join(home, ".codex/config.toml"), "utf8")).toContain(installation.script);
    undo();
    expect(readdirSync(home)).toEqual([]);
  });

  it.each([
    ["cursor", ".cursor/mcp.json"],
    ["codex", ".codex/config.toml"],
    ["opencode", ".config/opencode/opencode.json"],
  ])("an entry of %s from before servers were kept to what is offered is ours, too", (client, place) => {
    run([client], "user", { reach: "as-set" });
    const old = readFileSync(join(home, place), "utf8");
    expect(old).not.toContain("--roots");
    expect(
      run([client])
        .plan.changes.map(({ summary }) => summary)
        .join(),
    ).toContain(": updated server");
    expect(readFileSync(join(home, place), "utf8")).toContain("--roots");
    writeFileSync(join(home, place), old);
    undo();
    expect(readdirSync(home)).toEqual([]);
  });

  it("a forgotten ledger still lets the entry be removed", () => {
    const file = put(join(home, ".cursor/mcp.json"), '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n');
    run(["cursor"]);
    clewHome = scratch.folder(`other-${place}`).path;
    undo();
    expect(readFileSync(file, "utf8")).toBe('{\n  "mcpServers": {\n    "a": {}\n  }\n}\n');
  });
});

describe("links", () => {
  it("are followed and kept: the file behind is edited", () => {
    const real = put(join(home, "dotfiles/mcp.json"), "{}");
    mkdirSync(join(home, ".cursor"));
    symlinkSync(real, join(home, ".cursor/mcp.json"));
    run(["cursor"]);
    expect(lstatSync(join(home, ".cursor/mcp.json")).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, "utf8")).toContain("clew");
    undo();
    expect(readFileSync(real, "utf8")).toBe("{}");
  });

  it("that lead to nothing are refused", () => {
    mkdirSync(join(home, ".cursor"));
    symlinkSync(join(home, "nowhere"), join(home, ".cursor/mcp.json"));
    expect(() => run(["cursor"])).toThrow(expect.objectContaining({ code: "INSTALL_FILE_UNUSABLE" }));
  });

  it("of a project that lead out of it are refused, be it the file or its folder", () => {
    const outside = put(join(home, "secret.json"), "{}");
    symlinkSync(outside, join(root, ".mcp.json"));
    symlinkSync(home, join(root, ".cursor"));
    for (const client of ["claude", "cursor"])
      expect(() => run([client], "project")).toThrow(
        expect.objectContaining({ code: "INSTALL_FILE_UNUSABLE" }),
      );
    expect(readFileSync(outside, "utf8")).toBe("{}");
    expect(readdirSync(home)).toEqual(["secret.json"]);
  });

  it("from CLAUDE.md to AGENTS.md get one block", () => {
    put(join(root, "AGENTS.md"), "# Rules\n");
    symlinkSync("AGENTS.md", join(root, "CLAUDE.md"));
    run(["claude", "codex"], "project", { withInstructions: true });
    expect(readFileSync(join(root, "AGENTS.md"), "utf8").split(MARKERS.start)).toHaveLength(2);
    undo();
    expect(readFileSync(join(root, "AGENTS.md"), "utf8")).toBe("# Rules\n");
  });
});

describe("instructions", () => {
  it("go to AGENTS.md when CLAUDE.md takes it in", () => {
    put(join(root, "CLAUDE.md"), "@AGENTS.md\n");
    run(["claude"], "project", { withInstructions: true });
    expect(readFileSync(join(root, "CLAUDE.md"), "utf8")).toBe("@AGENTS.md\n");
    expect(readFileSync(join(root, "AGENTS.md"), "utf8")).toContain(MARKERS.start);
  });

  it("are renewed in place when their text changed", () => {
    const file = put(
      join(root, "AGENTS.md"),
      `# A\r\n\r\n${MARKERS.start}\r\nold\r\n${MARKERS.end}\r\n# B\r\n`,
    );
    run(["codex"], "project", { withInstructions: true });
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(/^# A\r\n\r\n<!-- clew:start -->\r\nclew knows.*# B\r\n$/s);
    expect(text).not.toMatch(/[^\r]\n/);
    undo();
    expect(readFileSync(file, "utf8")).toBe("# A\r\n# B\r\n");
  });

  it("with a torn block are refused", () => {
    put(join(root, "AGENTS.md"), `${MARKERS.start}\nhalf`);
    expect(() => run(["codex"], "project", { withInstructions: true })).toThrow(
      expect.objectContaining({ code: "INSTALL_FILE_MALFORMED" }),
    );
  });
});

describe("which clients and which command", () => {
  it("those with signs of use are chosen when none is named", () => {
    mkdirSync(join(home, ".codex"));
    mkdirSync(join(root, ".zed"));
    expect(run([]).clients.map((client) => client.id)).toEqual(["codex", "zed"]);
  });

  it("none found and unknown names are errors with the list of names", () => {
    expect(() => run([])).toThrow(expect.objectContaining({ code: "INSTALL_NO_CLIENT" }));
    expect(() => run(["emacs"])).toThrow(
      expect.objectContaining({ code: "INSTALL_CLIENT_UNKNOWN", hint: expect.stringContaining("cursor") }),
    );
  });

  it("a project gets `clew` by name when that name leads here, a user the full paths", () => {
    const bin = scratch.folder(`bin-${place}`).path;
    chmodSync(installation.script, 0o755);
    writeFileSync(installation.script, '#!/usr/bin/env node\nconsole.log("1.2.3")\n');
    symlinkSync(installation.script, join(bin, "clew"));
    installation.env.PATH = `${bin}:${dirname(process.execPath)}`;
    expect(run(["cursor"], "project").launch).toEqual({
      command: "clew",
      args: ["mcp", "--roots", "offered"],
    });
    expect(run(["cursor"], "user").launch).toEqual({
      command: process.execPath,
      args: [installation.script, "mcp", "--roots", "offered"],
    });
    installation.env.PATH = "";
    expect(run(["cursor"], "project", { isDryRun: true }).launch.command).toBe(process.execPath);
  });

  it("a command that does not start is not written", () => {
    writeFileSync(installation.script, "process.exit(3)\n");
    expect(() => run(["cursor"])).toThrow(expect.objectContaining({ code: "INSTALL_COMMAND_BROKEN" }));
    expect(readdirSync(home)).toEqual([]);
  });

  it("a trial changes nothing, for install and for uninstall", () => {
    const before = imageOf(dirname(home));
    expect(run(ALL, "user", { isDryRun: true, withInstructions: true }).plan.changes.length).toBeGreaterThan(
      8,
    );
    expect(imageOf(dirname(home))).toEqual(before);
    run(ALL);
    const installed = imageOf(dirname(home));
    expect(undo([], true).changes).toHaveLength(8);
    expect(imageOf(dirname(home))).toEqual(installed);
  });
});
