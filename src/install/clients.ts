/**
 * The clients clew can be set up for: where each keeps its servers and in what form, as its own documentation says.
 * A place that depends on the system is a function of `Surroundings`, so tests can stand anywhere.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findProperty } from "../core/jsonc-tree.ts";
import { findJsonEntry } from "./edit-json.ts";

export type Scope = "user" | "project";

export interface Surroundings {
  platform: NodeJS.Platform;
  /** The user's home folder. */
  home: string;
  env: NodeJS.ProcessEnv;
  /** The project's folder. */
  root: string;
}

/** What a client starts. */
export interface Launch {
  command: string;
  args: string[];
}

/** Ends a server's command line: calls to it reach the folders that the client has open. */
export const OFFERED_ONLY: readonly string[] = ["--roots", "offered"];

export type ServerForm =
  | {
      format: "json";
      /** Keys that lead to the object of servers. */
      parents: (text: string) => readonly string[];
      entry: (launch: Launch) => Record<string, unknown>;
    }
  | { format: "toml"; parents: readonly string[] };

export interface Client {
  id: string;
  title: string;
  /** null: the client has no such file. */
  configFile: (scope: Scope, around: Surroundings) => string | null;
  /** Further places where an earlier install may have written. */
  otherConfigFiles?: (scope: Scope, around: Surroundings) => string[];
  form: ServerForm;
  /** The file of instructions it reads; null: it has none in that scope. */
  instructionsFile: (scope: Scope, around: Surroundings) => string | null;
  /** Any of these tells that the client is used here. */
  signs: (around: Surroundings) => string[];
  /** What to do for the client to take notice. */
  next: string;
}

const stdio = (launch: Launch) => ({ type: "stdio", command: launch.command, args: launch.args });
const plain = (launch: Launch) => ({ command: launch.command, args: launch.args });
const json = (parent: string, entry: (launch: Launch) => Record<string, unknown>): ServerForm => ({
  format: "json",
  parents: () => [parent],
  entry,
});

const agentsFile = (scope: Scope, { root }: Surroundings) =>
  scope === "project" ? join(root, "AGENTS.md") : null;

export const CLIENTS: readonly Client[] = [
  {
    // code.claude.com/docs/en/mcp: project servers in .mcp.json, user servers in ~/.claude.json, both in `mcpServers`.
    id: "claude",
    title: "Claude Code",
    configFile: (scope, around) =>
      scope === "project"
        ? join(around.root, ".mcp.json")
        : join(around.env.CLAUDE_CONFIG_DIR || around.home, ".claude.json"),
    form: json("mcpServers", stdio),
    instructionsFile: (scope, around) =>
      scope === "project" ? join(around.root, "CLAUDE.md") : join(claudeFolder(around), "CLAUDE.md"),
    signs: (around) => [
      claudeFolder(around),
      join(around.home, ".claude.json"),
      join(around.root, ".mcp.json"),
    ],
    next: "start a new session; /mcp lists the server, and a project's servers ask for approval once",
  },
  {
    // cursor.com/docs/mcp: .cursor/mcp.json of the project or of the home folder, `mcpServers`.
    id: "cursor",
    title: "Cursor",
    configFile: (scope, { home, root }) => join(scope === "project" ? root : home, ".cursor", "mcp.json"),
    form: json("mcpServers", plain),
    instructionsFile: agentsFile,
    signs: ({ home, root }) => [join(home, ".cursor"), join(root, ".cursor")],
    next: "restart it; Customize > MCPs shows the server and its switch",
  },
  {
    // code.visualstudio.com/docs/agents/reference/mcp-configuration: `servers` in .vscode/mcp.json or the profile's mcp.json.
    id: "vscode",
    title: "VS Code with Copilot",
    configFile: (scope, around) =>
      scope === "project"
        ? join(around.root, ".vscode", "mcp.json")
        : join(vscodeFolder(around), "User", "mcp.json"),
    form: json("servers", stdio),
    instructionsFile: agentsFile,
    signs: (around) => [vscodeFolder(around), join(around.root, ".vscode")],
    next: "run `MCP: List Servers` from the command palette and start it",
  },
  {
    // developers.openai.com/codex/mcp: [mcp_servers.<name>] in config.toml of CODEX_HOME, or of a trusted project's .codex.
    id: "codex",
    title: "Codex",
    configFile: (scope, around) =>
      join(scope === "project" ? join(around.root, ".codex") : codexFolder(around), "config.toml"),
    form: { format: "toml", parents: ["mcp_servers"] },
    instructionsFile: (scope, around) =>
      join(scope === "project" ? around.root : codexFolder(around), "AGENTS.md"),
    signs: (around) => [codexFolder(around), join(around.root, ".codex")],
    next: "start a new session; /mcp lists the server (a project's file counts only once the project is trusted)",
  },
  {
    // geminicli.com/docs/cli/configuration: .gemini/settings.json of the home folder or the project, `mcpServers`.
    id: "gemini",
    title: "Gemini CLI",
    configFile: (scope, { home, root }) =>
      join(scope === "project" ? root : home, ".gemini", "settings.json"),
    form: json("mcpServers", plain),
    instructionsFile: (scope, { home, root }) =>
      scope === "project" ? join(root, "GEMINI.md") : join(home, ".gemini", "GEMINI.md"),
    signs: ({ home, root }) => [join(home, ".gemini"), join(root, ".gemini")],
    next: "start a new session; /mcp lists the server",
  },
  {
    // docs.devin.ai/desktop/cascade/mcp: ~/.codeium/windsurf/mcp_config.json; since the editor became Devin Desktop,
    // mcp_config.json of its own folder, taken when that folder is there. No file of a project is documented by either.
    id: "windsurf",
    title: "Windsurf",
    configFile: (scope, around) => {
      if (scope === "project") return null;
      const folder = existsSync(devinFolder(around)) ? devinFolder(around) : windsurfFolder(around);
      return join(folder, "mcp_config.json");
    },
    otherConfigFiles: (scope, around) =>
      scope === "project" ? [] : [join(windsurfFolder(around), "mcp_config.json")],
    form: json("mcpServers", plain),
    instructionsFile: agentsFile,
    signs: (around) => [windsurfFolder(around), devinFolder(around)],
    next: "press refresh in the MCP panel",
  },
  {
    // zed.dev/docs/ai/mcp: `context_servers` of the settings, the user's or the project's .zed/settings.json.
    id: "zed",
    title: "Zed",
    configFile: (scope, around) =>
      scope === "project"
        ? join(around.root, ".zed", "settings.json")
        : join(zedFolder(around), "settings.json"),
    form: json("context_servers", (launch) => ({ ...plain(launch), env: {} })),
    instructionsFile: agentsFile,
    signs: (around) => [zedFolder(around), join(around.root, ".zed")],
    next: "Zed starts it at once; Settings > AI > MCP Servers shows its state",
  },
  {
    // opencode.ai/docs/config and /docs/mcp-servers: opencode.json or .jsonc, `mcp`, the command as one list. Version 2
    // has `mcp.servers` and reads the older form too (opencode.ai/docs/migrate-v1).
    id: "opencode",
    title: "OpenCode",
    configFile: (scope, around) => {
      const folder = scope === "project" ? around.root : join(configFolder(around), "opencode");
      const withComments = join(folder, "opencode.jsonc");
      return existsSync(withComments) ? withComments : join(folder, "opencode.json");
    },
    otherConfigFiles: (scope, around) => [
      join(scope === "project" ? around.root : join(configFolder(around), "opencode"), "opencode.json"),
    ],
    form: {
      format: "json",
      parents: (text) => (hasServersObject(text) ? ["mcp", "servers"] : ["mcp"]),
      entry: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
    },
    instructionsFile: (scope, around) =>
      join(scope === "project" ? around.root : join(configFolder(around), "opencode"), "AGENTS.md"),
    signs: (around) => [
      join(configFolder(around), "opencode"),
      join(around.root, "opencode.json"),
      join(around.root, "opencode.jsonc"),
      join(around.root, ".opencode"),
    ],
    next: "start a new session; `opencode mcp list` shows the server",
  },
];

export function isUsedHere(client: Client, around: Surroundings): boolean {
  return client.signs(around).some((path) => existsSync(path));
}

/** A server of the older form that is called `servers` has a type. */
function hasServersObject(text: string): boolean {
  const servers = findJsonEntry(text, ["mcp"], "servers")?.value;
  return servers?.kind === "object" && findProperty(servers, "type")?.value.kind !== "string";
}

function configFolder({ env, home }: Surroundings): string {
  return env.XDG_CONFIG_HOME || join(home, ".config");
}

function applicationData({ env, home }: Surroundings): string {
  return env.APPDATA || join(home, "AppData", "Roaming");
}

function claudeFolder({ env, home }: Surroundings): string {
  return env.CLAUDE_CONFIG_DIR || join(home, ".claude");
}

function codexFolder({ env, home }: Surroundings): string {
  return env.CODEX_HOME || join(home, ".codex");
}

function windsurfFolder({ home }: Surroundings): string {
  return join(home, ".codeium", "windsurf");
}

function devinFolder(around: Surroundings): string {
  return around.platform === "win32"
    ? join(applicationData(around), "devin")
    : join(configFolder(around), "devin");
}

function vscodeFolder(around: Surroundings): string {
  if (around.platform === "win32") return join(applicationData(around), "Code");
  if (around.platform === "darwin") return join(around.home, "Library", "Application Support", "Code");
  return join(configFolder(around), "Code");
}

function zedFolder(around: Surroundings): string {
  return around.platform === "win32"
    ? join(applicationData(around), "Zed")
    : join(configFolder(around), "zed");
}
