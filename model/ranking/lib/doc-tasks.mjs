// @ts-check
/** First sentences of doc comments as questions about the file, with the comment taken out of the tree. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isSource, isTestPath } from "./paths.mjs";

const PER_REPOSITORY = 30;
const MAX_BYTES = 300_000;
const BLOCK = /^[ \t]*\/\*\*?(?!\/)([\s\S]{20,3000}?)\*\/[ \t]*\n(?=[ \t]*(?:[@#[\w]))/gm;
const LINES =
  /(?:^[ \t]*(?:\/\/[/!]?|--|#)(?!!)[ \t].*\n){1,40}(?=[ \t]*(?:pub|export|public|class|interface|func|fn|def|type|struct|enum|trait|protocol|object|function|local function|abstract|final|sealed|internal|async|static|impl|defmodule|module)\b)/gm;
const DOCSTRING =
  /(?<=^[ \t]*(?:class|def|async def)\b[^\n]*:[ \t]*\n)[ \t]*(?:r|u)?"""([\s\S]{20,3000}?)"""[ \t]*\n/gm;
const MODULE_DOCSTRING = /^(?:#[^\n]*\n)*(?:r|u)?"""([\s\S]{20,3000}?)"""[ \t]*\n/g;

/**
 * Chooses comments of about thirty files, takes them out of the files and writes what was chosen to `list`.
 * @param {string} tree @param {string[]} paths @param {string} list
 */
export function takeDocTasks(tree, paths, list) {
  const candidates = paths
    .filter((path) => isSource(path) && !isTestPath(path))
    .map((path) => ({ path, order: createHash("sha1").update(path).digest("hex") }))
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  const tasks = [];
  for (const { path } of candidates) {
    if (tasks.length === PER_REPOSITORY) break;
    const task = takeFrom(join(tree, path), path);
    if (task) tasks.push(task);
  }
  writeFileSync(list, JSON.stringify(tasks));
  return tasks;
}

/** @param {string} file @param {string} path */
function takeFrom(file, path) {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return null;
  }
  if (text.length > MAX_BYTES || text.includes("\0")) return null;
  const patterns = path.endsWith(".py") ? [MODULE_DOCSTRING, DOCSTRING] : [BLOCK, LINES];
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const query = sentenceOf(match[0]);
      if (query === null) continue;
      writeFileSync(file, text.slice(0, match.index) + text.slice(match.index + match[0].length));
      return { query, gold: [path] };
    }
  }
  return null;
}

/** The first sentence when it reads like a description of 4 to 25 words, else null. @param {string} comment */
function sentenceOf(comment) {
  const plain = comment
    .replace(/^[ \t]*(?:r|u)?"""|"""\s*$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/[/!]?|--|#)\s?/, "").replace(/\*\/\s*$/, ""))
    .join("\n")
    .replace(/<\/?(?:summary|para|p|remarks|code|c|see[^>]*|inheritdoc[^>]*)\/?>/gi, " ")
    .replace(/\{@\w+\s+([^}]*)\}/g, "$1");
  const paragraph = plain.split(/\n\s*\n|\n\s*[@\\:](?:param|return|see|since|author|brief|type)/)[0] ?? "";
  const sentence = (paragraph
    .replace(/\s+/g, " ")
    .trim()
    .match(/^.*?[.!?](?=\s|$)|^.*$/) ?? [""])[0].replace(/[.:]$/, "");
  const words = sentence.split(" ");
  if (words.length < 4 || words.length > 25) return null;
  if (
    /copyright|licen[cs]e|eslint|prettier|todo|fixme|deprecated|generated|nolint|https?:|@|^see\b|^note\b|=>|[{};=]|^\W/i.test(
      sentence,
    )
  )
    return null;
  return sentence;
}
