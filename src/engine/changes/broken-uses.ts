/**
 * What a change breaks: links that files had before and have not after. The links of both states are compared, so
 * barrels, aliases, names of packages and configuration count as they do when the tree is indexed.
 */
import { decodeFacts } from "../../codec/facts-codec.ts";
import { type Edge, type FileLinks, type Handle, handleOf, TIERS, type Tier } from "../../core/edges.ts";
import type { BlobFacts, SymbolFact } from "../../core/facts.ts";
import { parseHandle, pathOfHandle } from "../../core/handles.ts";
import { comparePaths, type RelPath } from "../../core/rel-path.ts";
import { findFile } from "../../navigation/find-symbol.ts";
import type { ViewReader } from "../../storage/contract.ts";
import type { KnownFile } from "./content-facts.ts";
import type { FilesState } from "./files-state.ts";
import type { ChangedFile, Compared } from "./find-changes.ts";
import { type LinkStore, linksInState } from "./links-in-state.ts";

export interface BrokenUse {
  from: Handle;
  line: number;
  /** Last part of the name, or the path of a file that is imported. */
  name: string;
  /** `import`: a statement that brings nothing in any more. `use`: a name that means nothing any more. */
  kind: "import" | "use";
  /** How it was known before. */
  tier: Tier;
  /** What it meant. */
  was: Handle;
  /** Where that is now, when it moved. */
  movedTo?: Handle;
}

export interface BrokenUses {
  /** Ascending by file, line and name. */
  broken: BrokenUse[];
  /** False when a state is too far from the index to be linked. */
  isLookedFor: boolean;
}

interface BrokenParts {
  reader: ViewReader;
  store: LinkStore;
  signal: AbortSignal;
}

export async function findBrokenUses(
  { reader, store, signal }: BrokenParts,
  compared: Compared,
  changed: readonly ChangedFile[],
): Promise<BrokenUses> {
  const parts = { files: await reader.files(), store, signal, ...compared };
  const before = await linksInState(parts, compared.before);
  const after = before && (await linksInState(parts, compared.after));
  if (!before || !after) return { broken: [], isLookedFor: false };
  const gone = new GoneNames(changed);
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) =>
    compared.after.ids.has(path),
  );
  const indexed = await reader.linksOf(paths);
  const broken = new Map<string, BrokenUse>();
  for (const [at, path] of paths.entries()) {
    const old = before.get(path) ?? indexed[at];
    const now = after.get(path) ?? indexed[at];
    const isSame = compared.before.ids.get(path) === compared.after.ids.get(path);
    if (!old || !now || !compared.before.ids.has(path)) continue;
    const lost = endangered(old, gone);
    const uses = isSame
      ? usesOf(lost, now, gone)
      : await usesInChanged(reader, compared, path, lost, now, gone);
    for (const use of uses) {
      const key = `${path}\0${use.line}\0${use.name}\0${use.kind}`;
      const known = broken.get(key);
      if (!known || TIERS.indexOf(use.tier) < TIERS.indexOf(known.tier)) broken.set(key, use);
    }
  }
  const all = [...broken.values()].filter((use) => !isImportOfLostName(use, broken));
  return { broken: all.sort(compareUses), isLookedFor: true };
}

/** An import of a file that is gone is told once, not again for each name it brought in. */
function isImportOfLostName(use: BrokenUse, broken: ReadonlyMap<string, BrokenUse>): boolean {
  const path = pathOfHandle(use.from);
  const file = pathOfHandle(use.was);
  return use.kind === "import" && use.name !== file && broken.has(`${path}\0${use.line}\0${file}\0import`);
}

function compareUses(a: BrokenUse, b: BrokenUse): number {
  return (
    comparePaths(pathOfHandle(a.from), pathOfHandle(b.from)) ||
    a.line - b.line ||
    comparePaths(a.name, b.name) ||
    comparePaths(a.kind, b.kind)
  );
}

/** Handles that the change took away, and where the same names are now. */
class GoneNames {
  readonly #files = new Map<string, ChangedFile>();
  readonly #added = new Map<string, Handle>();

  constructor(changed: readonly ChangedFile[]) {
    for (const file of changed) {
      this.#files.set(file.path, file);
      if (file.from !== undefined)
        this.#files.set(file.from, { ...file, path: file.from, status: "deleted" });
      for (const { symbol, change } of file.symbols)
        if (change === "new") this.#added.set(symbol.qualifiedName, handleOf(file.path, symbol));
      if (file.from !== undefined) this.#added.set(file.from, handleOf(file.path));
    }
  }

  has(handle: Handle): boolean {
    const parsed = parseHandle(handle);
    const file = parsed && this.#files.get(parsed.path);
    if (!parsed || !file) return false;
    if (file.status === "deleted") return true;
    const name = parsed.qualifiedName;
    return file.removed.some((symbol) => isWithin(name, symbol));
  }

  movedTo(handle: Handle): Handle | undefined {
    const parsed = parseHandle(handle);
    const file = this.#added.get(parsed?.path ?? "");
    if (file !== undefined || !parsed?.qualifiedName) return file;
    return this.#added.get(parsed.qualifiedName);
  }
}

function isWithin(name: string | null, { qualifiedName }: SymbolFact): boolean {
  return name === qualifiedName || (name?.startsWith(`${qualifiedName}.`) ?? false);
}

function nameOf(handle: Handle): string {
  return parseHandle(handle)?.qualifiedName?.split(".").at(-1) ?? handle;
}

/** Edges that may lack a counterpart: what they meant is gone, or an import may lead elsewhere. */
function endangered(old: FileLinks, gone: GoneNames): Edge[] {
  return old.edges.filter(({ kind, tier, to }) => {
    if (kind === "tests" || kind === "overrides") return false;
    return gone.has(to) || (kind === "imports" && tier !== "heuristic");
  });
}

/** In a file that is the same before and after, lines are the same, too. */
function usesOf(lost: readonly Edge[], now: FileLinks, gone: GoneNames): BrokenUse[] {
  const kept = new Set(
    now.edges.flatMap(({ to, kind, lines }) => lines.map((line) => siteKey(line, to, kind === "imports"))),
  );
  const importing = new Set(now.edges.filter(({ kind }) => kind === "imports").flatMap(({ lines }) => lines));
  return lost.flatMap((edge) =>
    edge.lines
      .filter((line) => {
        const isImport = edge.kind === "imports";
        // A name may be found elsewhere now; a file is another name then.
        if (isImport && parseHandle(edge.to)?.qualifiedName === null) return !importing.has(line);
        return !kept.has(siteKey(line, edge.to, isImport));
      })
      .map((line) => brokenUse(edge, line, gone)),
  );
}

function siteKey(line: number, to: Handle, isImport: boolean): string {
  return `${line} ${isImport} ${nameOf(to)}`;
}

function brokenUse(edge: Edge, line: number, gone: GoneNames): BrokenUse {
  const movedTo = gone.movedTo(edge.to);
  return {
    from: edge.from,
    line,
    name: nameOf(edge.to),
    kind: edge.kind === "imports" ? "import" : "use",
    tier: edge.tier,
    was: edge.to,
    ...(movedTo !== undefined && { movedTo }),
  };
}

/**
 * In a file that changed itself, names that it still uses and that mean nothing any more. Lines move with the change, so a
 * use is known by how it is written: `options.env` that was, never a variable `env`.
 */
async function usesInChanged(
  reader: ViewReader,
  { before, after, facts }: Compared,
  path: RelPath,
  lost: readonly Edge[],
  now: FileLinks,
  gone: GoneNames,
): Promise<BrokenUse[]> {
  const byName = new Map(lost.filter(({ to }) => gone.has(to)).map((edge) => [nameOf(edge.to), edge]));
  if (byName.size === 0) return [];
  const contentIn = async (state: FilesState) =>
    factsOf(reader, path, (await facts.of(state, [path])).get(path));
  const [old, content] = [await contentIn(before), await contentIn(after)];
  if (!old || !content) return [];
  const written = writtenAs(old, lost);
  const explained = new Set<string>();
  for (const { to, lines } of now.edges) for (const line of lines) explained.add(`${line} ${nameOf(to)}`);
  const uses: BrokenUse[] = [];
  for (const { name, receiver, position, from } of content.references) {
    const edge = byName.get(name);
    if (!edge || !written.has(writing(name, receiver)) || explained.has(`${position.line} ${name}`)) continue;
    const user = from < 0 ? handleOf(path) : handleOf(path, content.symbols[from]);
    uses.push({ ...brokenUse({ ...edge, kind: "references" }, position.line, gone), from: user });
  }
  for (const { bindings, line } of content.imports)
    for (const { imported } of bindings) {
      const edge = byName.get(imported);
      if (edge && !explained.has(`${line} ${imported}`))
        uses.push({ ...brokenUse({ ...edge, kind: "imports" }, line, gone), from: handleOf(path) });
    }
  return uses;
}

/** How the uses that edges stand for are written. */
function writtenAs({ references }: BlobFacts, edges: readonly Edge[]): Set<string> {
  const sites = new Set(edges.flatMap(({ to, lines }) => lines.map((line) => `${line} ${nameOf(to)}`)));
  return new Set(
    references
      .filter(({ name, position }) => sites.has(`${position.line} ${name}`))
      .map(({ name, receiver }) => writing(name, receiver)),
  );
}

function writing(name: string, receiver: string | undefined): string {
  return `${receiver ?? ""}\0${name}`;
}

async function factsOf(
  reader: ViewReader,
  path: RelPath,
  known: KnownFile | undefined,
): Promise<BlobFacts | null> {
  if (known && "parsed" in known) return decodeFacts(known.parsed.encoded.facts, known.parsed.language);
  const file = known?.indexed ?? (await findFile(reader, path));
  return file ? ((await reader.facts([file.blob]))[0] ?? null) : null;
}
