/**
 * The links of one file: a pure function of its path, its facts and the answers to the questions asked, whose
 * keys are part of the result.
 */
import { type FileLinks, type Handle, handleOf } from "../core/edges.ts";
import type { LinkableFacts, ReferenceFact } from "../core/facts.ts";
import { EdgeCollector } from "./edge-collector.ts";
import { handleOfEntity, type SymbolEntity } from "./entities.ts";
import type { LinkEnvironment } from "./environment.ts";
import { FileScope } from "./file-scope.ts";
import { linkDeclarations } from "./link-declarations.ts";
import { linkImports, linkPackages } from "./link-imports.ts";
import { linkObjects } from "./link-objects.ts";
import { linkReferences } from "./link-references.ts";
import { Locals } from "./locals.ts";
import { Questions } from "./questions.ts";
import { shownKeys, sortedKeys } from "./questions-keys.ts";
import { Resolver } from "./resolver.ts";
import { surfaceOf } from "./surface.ts";

/** Part of every FileLinks; a new version relinks everything. */
export const LINKER_VERSION = "linker-19";

/** What linking reads of the file that it links. */
export type LinkedFacts = LinkableFacts;

/** What the steps of linking one file share. */
export interface LinkContext {
  readonly facts: LinkedFacts;
  readonly file: FileScope;
  readonly q: Questions;
  readonly resolver: Resolver;
  readonly locals: Locals;
  readonly edges: EdgeCollector;
  /** Ordinals of references whose meaning stays unknown, in the order of the facts. */
  readonly unknown: number[];
  readonly isTest: boolean;
  /** Everything outside this file that some edge of a body or declaration points at. */
  readonly used: Set<SymbolEntity>;
  /** Entities of the file's own symbols, by ordinal. */
  readonly own: readonly SymbolEntity[];
  /** Handle of the symbol around a reference, or of the file. */
  handleAround(reference: Pick<ReferenceFact, "from">): Handle;
}

export function linkFile(
  { path, facts }: { path: string; facts: LinkedFacts },
  env: LinkEnvironment,
): FileLinks {
  const file = new FileScope(path, facts.language, () => ({ ...facts, path }));
  const q = new Questions(env, file);
  const context: LinkContext = {
    facts,
    file,
    q,
    resolver: new Resolver(q),
    locals: new Locals(facts),
    edges: new EdgeCollector(),
    unknown: [],
    isTest: file.isTest,
    used: new Set(),
    own: file.entities,
    handleAround({ from }) {
      const around = file.entities[from];
      return around ? handleOfEntity(around) : handleOf(path);
    },
  };
  linkImports(context);
  linkDeclarations(context);
  linkObjects(context);
  linkReferences(context);
  linkPackages(context);
  return {
    extractor: LINKER_VERSION,
    edges: context.edges.edges(),
    unresolved: context.edges.unresolved(),
    unknown: context.unknown,
    dependencies: sortedKeys(q.keys),
    shown: shownKeys(surfaceOf(path, facts)),
  };
}
