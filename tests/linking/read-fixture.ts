/** Inline projects: `//- path` starts a file, `//- expect` starts the list of edges that must or must not exist. */
import { readFileSync } from "node:fs";
import type { FileLinks } from "../../src/core/edges.ts";
import type { BlobFacts } from "../../src/core/facts.ts";
import { detectLanguage } from "../../src/languages/detect.ts";
import { LinkEnvironment } from "../../src/linking/environment.ts";
import { isLinkConfig } from "../../src/linking/link-configs.ts";
import { linkFile } from "../../src/linking/link-file.ts";
import { surfaceOf } from "../../src/linking/surface.ts";
import { extractBlob } from "../../src/parsing/extract/extract-blob.ts";

export type Project = Map<string, string>;

export interface Expectation {
  /** `a.ts#f calls b.ts#g`, with ` heuristic` behind it when that is the tier. */
  text: string;
  isWanted: boolean;
}

export interface Fixture {
  files: Project;
  expectations: Expectation[];
}

export function readFixture(name: string): Fixture {
  return parseFixture(readFileSync(new URL(`./fixtures/${name}.txt`, import.meta.url), "utf8"));
}

export function parseFixture(text: string): Fixture {
  const files: Project = new Map();
  const expectations: Expectation[] = [];
  for (const part of text.split(/^\/\/- /m).slice(1)) {
    const end = part.indexOf("\n");
    const header = part.slice(0, end).trim();
    const body = part.slice(end + 1);
    if (header === "expect") {
      for (const line of body.split("\n").map((line) => line.trim())) {
        if (line === "" || line.startsWith(";")) continue;
        expectations.push({ text: line.replace(/^not /, ""), isWanted: !line.startsWith("not ") });
      }
    } else files.set(header, body);
  }
  return { files, expectations };
}

export async function extractFacts(path: string, source: string): Promise<BlobFacts | null> {
  const language = detectLanguage(path);
  if (language?.role !== "code") return null;
  const { facts } = await extractBlob({ language, source, bytes: Buffer.byteLength(source) });
  return facts;
}

export async function factsOf(files: Project): Promise<Map<string, BlobFacts>> {
  const out = new Map<string, BlobFacts>();
  for (const [path, source] of files) {
    const facts = await extractFacts(path, source);
    if (facts) out.set(path, facts);
  }
  return out;
}

export function configsOf(files: Project): Map<string, string> {
  return new Map([...files].filter(([path]) => isLinkConfig(path)));
}

/** Files with links are known by what they show, as after an update; the others are read at once. */
export function environmentOf(
  files: Project,
  facts: ReadonlyMap<string, BlobFacts>,
  links: ReadonlyMap<string, FileLinks> = new Map(),
): LinkEnvironment {
  const inView = [...facts].map(([path, blob]) => {
    const shown = links.get(path)?.shown;
    return {
      path,
      language: blob.language,
      shown: shown ? Uint32Array.from(shown) : null,
      readSurface: () => surfaceOf(path, blob),
    };
  });
  return new LinkEnvironment(inView, configsOf(files));
}

export async function linkProject(files: Project): Promise<Map<string, FileLinks>> {
  const facts = await factsOf(files);
  const env = environmentOf(files, facts);
  return new Map([...facts].map(([path, blob]) => [path, linkFile({ path, facts: blob }, env)]));
}

/** All edges as the expectations write them. */
export function edgeTexts(links: ReadonlyMap<string, FileLinks>): string[] {
  const out: string[] = [];
  for (const { edges } of links.values()) {
    for (const { from, to, kind, tier } of edges) {
      out.push(`${from} ${kind} ${to}${tier === "resolved" ? "" : ` ${tier}`}`);
    }
  }
  return out.sort();
}

/** Expectations that do not hold, each with what there is instead. An unwanted edge may not exist at any tier. */
export function broken(expectations: readonly Expectation[], edges: readonly string[]): string[] {
  const all = new Set(edges);
  return expectations.flatMap(({ text, isWanted }) => {
    const exists = all.has(text) || (!isWanted && all.has(`${text} heuristic`));
    if (exists === isWanted) return [];
    const from = text.split(" ")[0];
    const others = edges.filter((edge) => edge.startsWith(`${from} `));
    return [`${isWanted ? "missing" : "unwanted"}: ${text}\n  has: ${others.join("\n       ")}`];
  });
}
