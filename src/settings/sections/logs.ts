/** What the log keeps. */
import type { SettingRow } from "../setting-row.ts";

export const LOGS = {
  logLevel: {
    path: "logs.level",
    type: "choice",
    default: "off",
    choices: ["off", "warn", "info", "debug"],
    env: "CLEW_LOG_LEVEL",
    repositoryMaySet: false,
    doc: "Keeps a log of calls, updates, child processes and stores in the folder `logs` of the home: what goes wrong, also what goes well, also every run of git. `clew logs` shows it. docs/logs.md tells what is in it.",
  },
  logContent: {
    path: "logs.content",
    type: "choice",
    default: "none",
    choices: ["none", "questions", "answers"],
    env: "CLEW_LOG_CONTENT",
    repositoryMaySet: false,
    doc: "What the log keeps of what was asked: nothing, the arguments of calls, or these and the answers with their code. Secrets are blanked in any case.",
  },
  logFileKb: {
    path: "logs.fileKb",
    type: "number",
    default: 10_000,
    min: 16,
    max: 1_000_000,
    env: "CLEW_LOG_FILE_KB",
    repositoryMaySet: false,
    doc: "A log file that has grown to this size is set aside, and a new one begun.",
  },
  logFiles: {
    path: "logs.files",
    type: "number",
    default: 5,
    min: 1,
    max: 100,
    env: "CLEW_LOG_FILES",
    repositoryMaySet: false,
    doc: "Log files that are kept, the one in use included; the oldest goes.",
  },
} as const satisfies Record<string, SettingRow>;
