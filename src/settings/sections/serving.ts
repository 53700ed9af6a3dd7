/** Servers and what they let in. */
import type { SettingRow } from "../setting-row.ts";

export const SERVING = {
  profile: {
    path: "serving.profile",
    type: "choice",
    default: "default",
    choices: ["default", "full"],
    env: "CLEW_PROFILE",
    repositoryMaySet: false,
    doc: "Tools that `clew mcp` offers: `default` is six, `full` is every one.",
  },
  roots: {
    path: "serving.roots",
    type: "choice",
    default: "any",
    choices: ["any", "offered"],
    env: "CLEW_ROOTS",
    repositoryMaySet: false,
    doc: "Which folders calls to a server may name: `any` of yours, or the `offered`: the folder it serves, the roots of the client, and repositories that your configuration names by their path.",
  },
  firstAnswerMs: {
    path: "serving.firstAnswerMs",
    type: "number",
    default: 1_500,
    min: 0,
    max: 600_000,
    env: "CLEW_FIRST_ANSWER_MS",
    repositoryMaySet: false,
    doc: "A question to a server whose first index takes longer than this is answered from the part that is there.",
  },
  serveMemoryMb: {
    path: "serving.memoryMb",
    type: "number",
    default: 1_024,
    min: 192,
    max: 65_536,
    env: "CLEW_SERVE_MEMORY_MB",
    repositoryMaySet: false,
    doc: "Memory that `clew serve` keeps its own process below; parsing processes have their own limit.",
  },
  serveIdleMinutes: {
    path: "serving.idleMinutes",
    type: "number",
    default: 15,
    min: 0.01,
    max: 10_000,
    env: "CLEW_SERVE_IDLE_MINUTES",
    repositoryMaySet: false,
    doc: "A repository that nobody asked about for so long is unloaded by `clew serve`.",
  },
} as const satisfies Record<string, SettingRow>;
