// @ts-check
/**
 * Which places of a tree's files are in comments or strings. TypeScript and JavaScript by TypeScript's parser, Python by
 * its own `tokenize`, other languages by the grammars of tree-sitter.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import ts from "typescript";

const require = createRequire(import.meta.url);
const GRAMMARS = new Map(
  Object.entries({
    ".go": "go",
    ".rs": "rust",
    ".java": "java",
    ".cs": "c_sharp",
    ".c": "c",
    ".h": "c",
    ".cc": "cpp",
    ".cpp": "cpp",
    ".hpp": "cpp",
    ".rb": "ruby",
    ".php": "php",
    ".kt": "kotlin",
    ".swift": "swift",
    ".lua": "lua",
    ".ex": "elixir",
    ".exs": "elixir",
    ".sh": "bash",
    ".sql": "sql",
  }),
);
const OUTSIDE = /comment|string|char_literal|character_literal|regex|heredoc|template_literal/;
const INSIDE = /interpolation|substitution|embedded/;

/** @param {string} tree @returns {Promise<{ isOutside: (path: string, byteOffset: number) => Promise<boolean> }>} */
export async function openTextPlaces(tree) {
  /** @type {Map<string, { pairs: number[], bytes: Buffer }>} */
  const known = new Map();
  const treeSitter = await openTreeSitter();
  return {
    isOutside: async (at, byteOffset) => {
      let file = known.get(at);
      if (!file) {
        const bytes = fs.readFileSync(path.join(tree, at));
        file = { bytes, pairs: await pairsOf(at, bytes, treeSitter) };
        known.set(at, file);
      }
      const offset =
        file.bytes.subarray(0, byteOffset).toString("utf8").length - (hasMark(file.bytes) ? 1 : 0);
      for (let pair = 0; pair < file.pairs.length; pair += 2)
        if (
          offset >= /** @type {number} */ (file.pairs[pair]) &&
          offset < /** @type {number} */ (file.pairs[pair + 1])
        )
          return true;
      return false;
    },
  };
}

/** @param {Buffer} bytes */
function hasMark(bytes) {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** @param {string} at @param {Buffer} bytes @param {any} treeSitter @returns {Promise<number[]>} */
async function pairsOf(at, bytes, treeSitter) {
  const text = bytes.toString("utf8", hasMark(bytes) ? 3 : 0);
  const extension = path.extname(at).toLowerCase();
  if (/^\.[cm]?[jt]sx?$/.test(extension)) return typescriptPairs(at, text);
  if (extension === ".py" || extension === ".pyi") return pythonPairs(text);
  const grammar = GRAMMARS.get(extension);
  return grammar ? treeSitter(grammar, text) : [];
}

/** @param {string} at @param {string} text */
function typescriptPairs(at, text) {
  const kind = /\.[cm]?ts$/.test(at) ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
  const file = ts.createSourceFile(at, text, ts.ScriptTarget.Latest, true, kind);
  /** @type {number[]} */
  const pairs = [];
  const visit = (/** @type {ts.Node} */ node) => {
    const children = node
      .getChildren(file)
      .filter(({ kind }) => kind < ts.SyntaxKind.FirstJSDocNode || kind > ts.SyntaxKind.LastJSDocNode);
    if (children.length === 0) {
      // What lies between the end of the token before and this one is white space and comments.
      const start = node.getStart(file);
      if (start > node.pos && node.kind !== ts.SyntaxKind.JsxText) pairs.push(node.pos, start);
      if (
        ts.isStringLiteralLike(node) ||
        ts.isTemplateHead(node) ||
        ts.isTemplateMiddle(node) ||
        ts.isTemplateTail(node) ||
        node.kind === ts.SyntaxKind.RegularExpressionLiteral
      )
        pairs.push(start, node.end);
    }
    for (const child of children) visit(child);
  };
  visit(file);
  return pairs;
}

const PYTHON = `
import sys, io, json, tokenize
text = sys.stdin.read()
starts = [0]
for line in text.splitlines(keepends=True): starts.append(starts[-1] + len(line))
pairs = []
def around_holes(text, at):
  """What of an f-string is text: all but the expressions in its braces."""
  start, i = at, 0
  while i < len(text):
    if text[i:i + 2] in ("{{", "}}"): i += 2; continue
    if text[i] != "{": i += 1; continue
    yield from (start, at + i)
    depth, i = 0, i + 1
    while i < len(text):
      char = text[i]
      if depth == 0 and (char in ":}" or (char == "!" and text[i + 1] != "=")): break
      depth += (char in "([{") - (char in ")]}")
      i += 1
    start = at + i
  yield from (start, at + len(text))
try:
  for token in tokenize.generate_tokens(io.StringIO(text).readline):
    name = tokenize.tok_name[token.type]
    at = starts[token.start[0] - 1] + token.start[1]
    if name == "STRING" and "f" in token.string[:2].lower():
      pairs += around_holes(token.string, at)
    elif name in ("COMMENT", "STRING", "FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END"):
      pairs += [at, starts[token.end[0] - 1] + token.end[1]]
except Exception: pass
print(json.dumps(pairs))
`;

/** From 3.12 on `tokenize` tells what stands in the holes of an f-string; of older ones `around_holes` does. */
const INTERPRETER =
  ["python3.13", "python3.12"].find(
    (name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0,
  ) ?? "python3";

/** Offsets of Python count characters, ours UTF-16 units. @param {string} text */
function pythonPairs(text) {
  const { stdout } = spawnSync(INTERPRETER, ["-c", PYTHON], {
    input: text,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  /** @type {number[]} */
  const pairs = JSON.parse(stdout || "[]");
  if (!/[\u{10000}-\u{10ffff}]/u.test(text)) return pairs;
  const units = [0];
  for (const char of text) units.push(/** @type {number} */ (units.at(-1)) + char.length);
  return pairs.map((at) => units[at] ?? text.length);
}

async function openTreeSitter() {
  const { Parser, Language } = await import("web-tree-sitter");
  await Parser.init();
  const languages = new Map();
  return async (/** @type {string} */ name, /** @type {string} */ text) => {
    if (!languages.has(name))
      languages.set(
        name,
        await Language.load(require.resolve(`tree-sitter-wasm/${name}/tree-sitter-${name}.wasm`)),
      );
    const parser = new Parser();
    parser.setLanguage(languages.get(name));
    const tree = parser.parse(text);
    /** @type {number[]} */
    const pairs = [];
    const visit = (/** @type {any} */ node, /** @type {boolean} */ isOutside) => {
      const isText = INSIDE.test(node.type) ? false : isOutside || OUTSIDE.test(node.type);
      if (node.childCount === 0) {
        if (isText) pairs.push(node.startIndex, node.endIndex);
        return;
      }
      if (isText && !node.children.some((/** @type {any} */ child) => INSIDE.test(child.type))) {
        pairs.push(node.startIndex, node.endIndex);
        return;
      }
      for (const child of node.children) visit(child, isText);
    };
    visit(tree?.rootNode, false);
    tree?.delete();
    parser.delete();
    return pairs;
  };
}
