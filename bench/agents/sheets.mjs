// @ts-check
/** Instruction sheets: each is complete in itself, and both arms get the same words. */
import fs from "node:fs";
import { toolsOf } from "./allowed-command.mjs";
import { readTasks } from "./tasks.mjs";

/** @type {Record<string, string>} */
const FORMS = {
  locate: "FILE...",
  meaning: "FILE...",
  impact: "FILE:LINE...",
  flow: "FILE#FUNCTION...",
};

/**
 * @param {string} arm @param {string} kind @param {{ look: string, answer: string }} commands
 * @returns {string}
 */
export function sheetOf(arm, kind, commands) {
  const tasks = readTasks(kind);
  /** @type {Record<string, string>} */
  const filled = {
    TITLE: kind,
    COUNT: String(tasks.length),
    ARM: arm,
    LOOK: commands.look,
    ANSWER: commands.answer,
    FORM: FORMS[kind] ?? "",
    TOOLS: `The tools: ${toolsOf(arm).join(", ")} (sed as \`sed -n\`).`,
    CLEW: arm === "c" ? read("clew") : "",
    ASKED: read(kind).trim(),
    TASKS: tasks.map((task) => `- **${task.id}** (${task.repository}): ${task.text}`).join("\n"),
  };
  return read("common").replace(/\{\{([A-Z]+)\}\}/g, (_, name) => filled[name] ?? "");
}

/** @param {string} name */
function read(name) {
  return fs.readFileSync(new URL(`sheets/${name}.md`, import.meta.url), "utf8");
}
