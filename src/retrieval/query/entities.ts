/** Things a query names outright: symbols, paths, places in files, quoted text, error types, stack frames. */
import type { Segment } from "./task-text.ts";

export interface NamedSymbol {
  /** Last component, as written: `validate` of `Order.validate`. */
  name: string;
  /** What stands before the last dot, `::` or `#`; "" when nothing does. */
  owner: string;
  /** 1 in a title, less further down. */
  weight: number;
}

export interface NamedPath {
  /** As written, without a leading `./` or `/`. */
  path: string;
  line: number | null;
  weight: number;
}

export interface Entities {
  symbols: NamedSymbol[];
  paths: NamedPath[];
  quoted: string[];
  errors: string[];
  frames: { function: string; path: string; line: number | null }[];
}

const SEGMENT_TRUST: Record<Segment["kind"], number> = {
  title: 1,
  "inline-code": 0.8,
  prose: 0.6,
  trace: 0.5,
  code: 0.35,
  log: 0.25,
};

const PATH =
  /(?:[A-Za-z]:)?[\w@.+~-]*(?:[\\/][\w@.+~()[\]-]+)+(?::\d+)?|\b[\w@-][\w@.-]*\.[A-Za-z][\w]{0,7}(?::\d+)?\b/g;
const FILE_EXTENSION =
  /\.(?:[cm]?[jt]sx?|py[ix]?|go|rs|java|kts?|scala|cs|c|h|cc|cpp|cxx|hpp|hh|php|rb|swift|exs?|hs|zig|lua|sh|bash|vim|vue|svelte|astro|mdx?|rst|json|ya?ml|toml|xml|html?|s?css|less|sql|proto|graphql|y|l|feature|neon|conf|cfg|ini|erb|hbs|csproj|gradle|cmake|txt)$/i;
const IDENTIFIER = /[A-Za-z_$@][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*(?:\(\))?/g;
const QUOTED = /"([^"\n]{3,160})"|“([^”\n]{3,160})”|'([^'\n]{6,160})'/g;
const MAX_SYMBOLS = 60;
const MAX_PATHS = 40;

export function findEntities(segments: readonly Segment[]): Entities {
  const symbols = new Map<string, NamedSymbol>();
  const paths = new Map<string, NamedPath>();
  const entities: Entities = { symbols: [], paths: [], quoted: [], errors: [], frames: [] };
  const isLoneWord = segments.length === 1 && !/\s/.test(segments[0]!.text.trim());
  for (const segment of segments) {
    const trust = SEGMENT_TRUST[segment.kind];
    for (const match of segment.text.matchAll(PATH)) addPath(paths, match[0], trust);
    if (segment.kind === "trace") addFrame(entities, segment.text);
    for (const match of segment.text.matchAll(QUOTED)) {
      if (entities.quoted.length < 20) entities.quoted.push(match[1] ?? match[2] ?? match[3]!);
    }
    const isCode = segment.kind === "inline-code" || segment.kind === "code" || segment.kind === "trace";
    const text = segment.kind === "title" ? segment.text.replaceAll("`", " ` ") : segment.text;
    for (const match of text.matchAll(IDENTIFIER)) {
      const isQuotedName = text[match.index - 2] === "`" || text[match.index - 1] === "`";
      addSymbol(symbols, match[0], trust, isCode || isQuotedName || isLoneWord);
    }
  }
  entities.symbols = strongest([...symbols.values()], MAX_SYMBOLS);
  entities.paths = strongest([...paths.values()], MAX_PATHS);
  entities.errors = entities.symbols
    .map((s) => s.name)
    .filter((name) => /(?:Error|Exception|Panic|Fault)$/.test(name));
  return entities;
}

/** Prose words are names only by their shape; inside code every word of three letters is. */
function addSymbol(symbols: Map<string, NamedSymbol>, written: string, trust: number, isCode: boolean): void {
  const isCall = written.endsWith("()");
  const parts = (isCall ? written.slice(0, -2) : written).split(/\.|::|#|->/);
  const name = parts.at(-1)!.replace(/^[@$]+/, "");
  if (name.length < 2 || name.length > 64 || /^[A-Z]?[a-z]?$/.test(name)) return;
  const owner = parts.length > 1 ? parts.at(-2)!.replace(/^[@$]+/, "") : "";
  if (!(isCode || isCall || owner !== "" || looksLikeIdentifier(name))) return;
  if (FILE_EXTENSION.test(written) && !isCall) return;
  remember(symbols, { name, owner, weight: trust * (isCall || looksLikeIdentifier(name) ? 1 : 0.6) });
  for (const part of parts.slice(0, -1)) {
    const bare = part.replace(/^[@$]+/, "");
    if (bare.length > 2 && looksLikeIdentifier(bare))
      remember(symbols, { name: bare, owner: "", weight: trust * 0.8 });
  }
}

function remember(symbols: Map<string, NamedSymbol>, symbol: NamedSymbol): void {
  const key = `${symbol.owner}.${symbol.name}`;
  const known = symbols.get(key);
  if (!known) symbols.set(key, symbol);
  else known.weight = Math.max(known.weight, symbol.weight);
}

/** Two humps, an underscore, or a digit inside: people do not write prose like that. */
export function looksLikeIdentifier(word: string): boolean {
  return /[a-z\d][A-Z]/.test(word) || /[A-Za-z\d]_[A-Za-z\d]/.test(word) || /^[A-Z]{2,}[a-z]/.test(word);
}

function addPath(paths: Map<string, NamedPath>, written: string, trust: number): void {
  const place = /^(.*?)(?::(\d+))?$/.exec(written.replaceAll("\\", "/"))!;
  const path = place[1]!.replace(/^[A-Za-z]:/, "").replace(/^(?:\.{0,2}\/)+/, "");
  const hasExtension = FILE_EXTENSION.test(path);
  const isPath = hasExtension || path.split("/").length > 2;
  if (!isPath || path.length < 4) return;
  const known = paths.get(path);
  const weight = trust * (hasExtension ? 1 : 0.5);
  if (!known) paths.set(path, { path, line: place[2] ? Number(place[2]) : null, weight });
  else known.weight = Math.max(known.weight, weight);
}

function addFrame(entities: Entities, line: string): void {
  if (entities.frames.length >= 40) return;
  const python = /File "([^"]+)", line (\d+)(?:, in (\S+))?/.exec(line);
  const v8 = /at\s+(?:async\s+)?(?:(\S+)\s+\()?([^\s()]+?):(\d+)(?::\d+)?\)?$/.exec(line);
  const ruby = /from\s+(\S+?):(\d+):in\s+[`']([^'`]+)/.exec(line);
  const jvm = /at\s+([\w.$]+)\(([\w$]+\.\w+):(\d+)\)/.exec(line);
  if (python) entities.frames.push({ path: python[1]!, line: Number(python[2]), function: python[3] ?? "" });
  else if (jvm)
    entities.frames.push({ path: jvm[2]!, line: Number(jvm[3]), function: jvm[1]!.split(".").at(-1)! });
  else if (ruby) entities.frames.push({ path: ruby[1]!, line: Number(ruby[2]), function: ruby[3]! });
  else if (v8)
    entities.frames.push({ path: v8[2]!, line: Number(v8[3]), function: (v8[1] ?? "").split(".").at(-1)! });
}

function strongest<T extends { weight: number }>(items: T[], limit: number): T[] {
  return items
    .map((item, at) => ({ item, at }))
    .sort((a, b) => b.item.weight - a.item.weight || a.at - b.at)
    .slice(0, limit)
    .map((entry) => entry.item);
}
