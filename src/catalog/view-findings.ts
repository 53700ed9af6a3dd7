/** What the files of a view mean to the frameworks they use: a pure function of their facts, kept by content. */
import type { BlobFacts } from "../core/facts.ts";
import {
  type Findings,
  type FrameworkOutline,
  type FrameworkRule,
  NO_FINDINGS,
} from "../frameworks/contract.ts";
import type { ViewFile, ViewReader } from "../storage/contract.ts";

/** Findings of this many files are kept; most have none, which costs a key. */
const MAX_KEPT = 20_000;
const FILES_PER_READ = 256;

type FindingsReader = Pick<ViewReader, "files" | "outlines" | "literals">;

export interface ViewFindings extends Findings {
  /** False when some file has more literals than its facts hold. */
  isComplete: boolean;
}

interface FileFindings extends Findings {
  isComplete: boolean;
}

const NOTHING: FileFindings = { ...NO_FINDINGS, isComplete: true };

export class FindingsCache {
  readonly #rules: readonly FrameworkRule[];
  readonly #versions: string;
  readonly #kept = new Map<string, FileFindings>();

  constructor(rules: readonly FrameworkRule[]) {
    this.#rules = rules;
    this.#versions = rules.map(({ id, version }) => `${id}@${version}`).join(" ");
  }

  /** In the order of files, then of the document. */
  async of(reader: FindingsReader): Promise<ViewFindings> {
    const files = await reader.files();
    const found: FileFindings[] = [];
    for (let from = 0; from < files.length; from += FILES_PER_READ)
      found.push(...(await this.#ofFiles(reader, files.slice(from, from + FILES_PER_READ))));
    return {
      units: found.flatMap(({ units }) => units),
      offers: found.flatMap(({ offers }) => offers),
      needs: found.flatMap(({ needs }) => needs),
      isComplete: found.every(({ isComplete }) => isComplete),
    };
  }

  async #ofFiles(reader: FindingsReader, files: readonly ViewFile[]): Promise<FileFindings[]> {
    const keys = files.map((file) => this.#keyOf(file));
    const unknown = files.filter((_, at) => !this.#kept.has(keys[at]!));
    const outlines = await reader.outlines(unknown.map(({ blob }) => blob));
    const asked = unknown.flatMap((file, at) => {
      const outline = outlineOf(file, outlines[at]!);
      const rules = this.#rules.filter((rule) => rule.appliesTo(outline));
      if (rules.length > 0) return [{ file, outline, rules }];
      this.#keep(this.#keyOf(file), NOTHING);
      return [];
    });
    const literals = await reader.literals(asked.map(({ file }) => file.blob));
    const made = new Map<string, FileFindings>();
    for (const [at, { file, outline, rules }] of asked.entries()) {
      const whole = { ...outline, ...literals[at]! };
      const found = rules.map((rule) => rule.find(whole));
      made.set(this.#keyOf(file), {
        units: found.flatMap(({ units }) => units),
        offers: found.flatMap(({ offers }) => offers),
        needs: found.flatMap(({ needs }) => needs),
        isComplete: whole.hasAllLiterals,
      });
    }
    const all = keys.map((key) => made.get(key) ?? this.#kept.get(key) ?? NOTHING);
    for (const [key, found] of made) this.#keep(key, found);
    return all;
  }

  /** The path is part of it: some frameworks give it a meaning, and places name it. */
  #keyOf({ hash, language, extractor, path }: ViewFile): string {
    return `${this.#versions}\n${hash} ${language} ${extractor}\n${path}`;
  }

  #keep(key: string, found: FileFindings): void {
    if (this.#kept.size >= MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    this.#kept.set(key, found);
  }
}

function outlineOf(
  { path, language }: ViewFile,
  { symbols, imports, packageName }: Pick<BlobFacts, "symbols" | "imports" | "packageName">,
): FrameworkOutline {
  const outline: FrameworkOutline = { path, language, symbols, imports };
  return packageName === undefined ? outline : { ...outline, packageName };
}
