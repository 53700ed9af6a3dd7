// @ts-check
/**
 * Which commands an arm may run. Both arms get the same tools for reading; nothing may leave the tree, change it or look
 * into its history, where the answer may stand.
 */
import fs from "node:fs";

const READING = ["rg", "ls", "find", "sed", "cat", "head", "tail", "wc"];
const CLEW_QUESTIONS = ["search", "context", "symbol", "trace", "outline", "changes", "packages", "help"];

/** @param {string} arm */
export const toolsOf = (arm) => (arm === "c" ? [...READING, "clew"] : READING);

/** Why the command is refused, or null. @param {string} arm @param {string} command @returns {string | null} */
export function refusalOf(arm, command) {
  const parts = partsOf(command);
  if (typeof parts === "string") return parts;
  for (const words of parts) {
    const refusal = refusalOfPart(toolsOf(arm), words);
    if (refusal) return refusal;
  }
  return null;
}

/** @param {string[]} tools @param {string[]} words */
function refusalOfPart(tools, words) {
  const [tool = "", ...args] = words;
  if (!tools.includes(tool)) return `only ${tools.join(", ")} are allowed, joined by | or ; or &&`;
  if (tool === "sed" && (args[0] !== "-n" || args.some((arg) => /^-[a-z]*i|^--in-place/.test(arg))))
    return "sed is allowed as sed -n";
  if (tool === "find" && args.some((arg) => /^-(exec|ok|delete|fprint|fls)/.test(arg)))
    return "find is allowed for listing only";
  if (tool === "rg" && args.some((arg) => /^--pre\b|^--hostname-bin/.test(arg)))
    return "rg must not run programs";
  if (tool === "clew") return refusalOfClew(args);
  return args.some(leavesTree) ? "stay inside the tree: paths are relative, without .. and .git" : null;
}

/** @param {string[]} args */
function refusalOfClew(args) {
  const question = args.find((arg) => !arg.startsWith("-")) ?? "help";
  if (!CLEW_QUESTIONS.includes(question)) return `clew is allowed with ${CLEW_QUESTIONS.join(", ")}`;
  return args.some((arg) => /^--(root|repo|scope)\b/.test(arg)) ? "ask clew about this tree only" : null;
}

/** A pattern such as `/api/keys` begins like a path: it is one only when the folder exists. @param {string} arg */
function leavesTree(arg) {
  if (/^~|(^|\/)(\.\.|\.git)(\/|$)/.test(arg)) return true;
  const top = /^\/+[^/]*/.exec(arg)?.[0];
  return top !== undefined && fs.existsSync(top);
}

/**
 * The words of each command of a line, quotes taken off; a sentence when the line does what no look needs.
 * @param {string} line @returns {string[][] | string}
 */
function partsOf(line) {
  /** @type {string[][]} */
  const parts = [[]];
  let word = "";
  let open = false;
  const endWord = () => {
    if (open) parts.at(-1)?.push(word);
    word = "";
    open = false;
  };
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? "";
    if (char === "'" || char === '"') {
      const end = closingQuote(line, at);
      if (end < 0) return "a quote is not closed";
      const text = line.slice(at + 1, end);
      if (char === '"' && /(^|[^\\])(\$\(|`)/.test(text)) return "no command substitution";
      word += text;
      open = true;
      at = end;
    } else if (char === "\\") {
      word += line[++at] ?? "";
      open = true;
    } else if (/\s/.test(char) && char !== "\n") endWord();
    else if (/[|;&\n]/.test(char)) {
      endWord();
      if (parts.at(-1)?.length) parts.push([]);
      else if (char === "&" && line[at - 1] !== "&") return "nothing in the background";
    } else if (/[<>`]/.test(char) || (char === "$" && line[at + 1] === "(")) {
      if (!/^2>(\/dev\/null|&1)/.test(line.slice(at - 1)))
        return "no redirection and no command substitution";
      at += line.startsWith("&1", at + 1) ? 2 : "/dev/null".length;
      word = "";
      open = false;
    } else {
      word += char;
      open = true;
    }
  }
  endWord();
  return parts.filter((words) => words.length > 0);
}

/** @param {string} line @param {number} from */
function closingQuote(line, from) {
  const quote = line[from];
  for (let at = from + 1; at < line.length; at++) {
    if (line[at] === "\\" && quote === '"') at++;
    else if (line[at] === quote) return at;
  }
  return -1;
}
