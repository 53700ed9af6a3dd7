/** One file's facts and links, looked up by where a name stands in it. */
import { type Edge, type FileLinks, type Handle, handleOf } from "../../core/edges.ts";
import type { BlobFacts, ReferenceFact, SymbolFact } from "../../core/facts.ts";
import { Locals } from "../../linking/locals.ts";
import { LineStarts } from "./line-starts.ts";

export interface FileOfName {
  path: string;
  text: string;
  facts: BlobFacts;
  /** Null when the file was never linked. */
  links: FileLinks | null;
}

export class FileNames {
  readonly path: string;
  readonly text: string;
  readonly facts: BlobFacts;
  readonly lines: LineStarts;
  readonly locals: Locals;
  readonly #name: string;
  readonly #references = new Map<number, number>();
  readonly #symbols = new Map<number, SymbolFact>();
  readonly #edges = new Map<number, Edge[]>();
  readonly #unknown: ReadonlySet<number>;
  readonly #unresolved = new Map<number, number>();
  readonly #importLines = new Set<number>();

  /** `isOwn`: whether an edge ends at the symbol that is looked for, whatever it is called there. */
  constructor(file: FileOfName, name: string, isOwn: (handle: Handle) => boolean) {
    this.path = file.path;
    this.text = file.text;
    this.facts = file.facts;
    this.#name = name;
    this.lines = new LineStarts(file.text);
    this.locals = new Locals(file.facts);
    file.facts.references.forEach((reference, ordinal) => {
      if (reference.name === name) this.#references.set(this.#offsetOf(reference), ordinal);
    });
    for (const symbol of file.facts.symbols) {
      if (symbol.name !== name) continue;
      const { line, column } = symbol.namePosition;
      const start = this.lines.offsetOf(line, column);
      this.#symbols.set(start + lengthOfQualifier(file.text, start, name), symbol);
    }
    for (const edge of file.links?.edges ?? []) {
      if (edge.kind === "imports") for (const line of edge.lines) this.#importLines.add(line);
      if (!isOwn(edge.to) && !isNamed(edge.to, name)) continue;
      for (const line of edge.lines) append(this.#edges, line, edge);
    }
    for (const use of file.links?.unresolved ?? [])
      if (use.name === name) this.#unresolved.set(use.line, use.candidates);
    this.#unknown = new Set(file.links?.unknown);
  }

  #offsetOf({ position }: ReferenceFact): number {
    return this.lines.offsetOf(position.line, position.column);
  }

  /** Offsets of everything that the grammar took for code: what covers one of them is no string. */
  codeOffsets(): number[] {
    const offsets = this.facts.references.map((reference) => this.#offsetOf(reference));
    for (const { namePosition } of this.facts.symbols)
      offsets.push(this.lines.offsetOf(namePosition.line, namePosition.column));
    return offsets.sort((a, b) => a - b);
  }

  /** The reference that stands at an offset, and its place among the facts. */
  referenceAt(offset: number): { reference: ReferenceFact; ordinal: number } | null {
    const ordinal = this.#references.get(offset);
    return ordinal === undefined ? null : { reference: this.facts.references[ordinal]!, ordinal };
  }

  /** The symbol that is declared at an offset. A quoted name stands behind its quote. */
  symbolAt(offset: number): SymbolFact | null {
    return this.#symbols.get(offset) ?? this.#symbols.get(offset - 1) ?? null;
  }

  get symbolsOfName(): SymbolFact[] {
    return [...this.#symbols.values()];
  }

  edgesAt(line: number): readonly Edge[] {
    return this.#edges.get(line) ?? [];
  }

  /** Edges of bare uses of the name: what it means in this file wherever nothing hides it. */
  edgesOfBareUses(): Edge[] {
    const found: Edge[] = [];
    for (const ordinal of this.#references.values()) {
      const reference = this.facts.references[ordinal]!;
      if (reference.receiver === undefined) found.push(...this.edgesAt(reference.position.line));
    }
    return found.filter(({ kind, to }) => kind !== "imports" && isNamed(to, this.#name));
  }

  /** Whether the import on a line was found to be a file or symbol of the view. */
  leadsSomewhere(line: number): boolean {
    return this.#importLines.has(line);
  }

  isUnknown(ordinal: number): boolean {
    return this.#unknown.has(ordinal);
  }

  /** How many definitions an unresolved use on this line may mean; 0 when there is none. */
  candidatesAt(line: number): number {
    return this.#unresolved.get(line) ?? 0;
  }

  /** Ordinal of the innermost symbol around an offset; -1 at top level. */
  symbolAround(offset: number): number {
    const { symbols } = this.facts;
    let best = -1;
    for (const [at, { span }] of symbols.entries()) {
      if (span.start > offset || offset >= span.end) continue;
      if (best < 0 || span.end - span.start <= symbols[best]!.span.end - symbols[best]!.span.start) best = at;
    }
    return best;
  }

  handleOf(ordinal: number): Handle {
    const symbol = this.facts.symbols[ordinal];
    return symbol ? handleOf(this.path, symbol) : handleOf(this.path);
  }
}

/** Whether the last part of a handle is the name: `a.ts#Cart.total` is named `total`. */
export function isNamed(handle: Handle, name: string): boolean {
  const bare = handle.replace(/~\d+$/, "");
  if (!bare.endsWith(name)) return false;
  const before = bare[bare.length - name.length - 1];
  return before === "#" || before === "." || before === ":";
}

const MAX_QUALIFIER = 300;

/** `Shop::` in `void Shop::close()`, whose position is that of the whole (C++). */
function lengthOfQualifier(text: string, start: number, name: string): number {
  if (text.startsWith(name, start)) return 0;
  const stretch = text.slice(start, start + MAX_QUALIFIER);
  const qualifier = /^(?:::)?(?:[\w~]+\s*(?:<[^()]*>)?\s*::\s*)+/.exec(stretch)?.[0].length ?? 0;
  return text.startsWith(name, start + qualifier) ? qualifier : 0;
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
