/** Providers that read the tree, opened once for all repositories of an engine, and what they last said of each. */
import type { CompilerReport } from "../indexing/compiler-links.ts";
import { LinkMakers } from "../indexing/link-makers.ts";
import type { ProviderDefinition, ProviderLimits, SemanticsProvider } from "../semantics/contract.ts";
import type { Settings } from "../settings/settings.ts";
import type { RecordStore } from "../storage/contract.ts";

export class OpenProviders {
  readonly known: readonly ProviderDefinition[];
  /** Ids of links mean something in their own store alone. */
  readonly #makers = new WeakMap<RecordStore, LinkMakers>();
  readonly #limits: () => ProviderLimits;
  readonly #skipped = new Map<string, CompilerReport["skipped"]>();
  #open: ReadonlyMap<ProviderDefinition, SemanticsProvider> | null = null;

  constructor(known: readonly ProviderDefinition[], settings: () => Settings) {
    this.known = known;
    this.#limits = () => limitsOf(settings());
  }

  get open(): ReadonlyMap<ProviderDefinition, SemanticsProvider> {
    this.#open ??= new Map(
      this.known.flatMap((each) => (each.open ? [[each, each.open(this.#limits())] as const] : [])),
    );
    return this.#open;
  }

  readonly makersIn = (store: RecordStore): LinkMakers => {
    const known = this.#makers.get(store) ?? new LinkMakers();
    this.#makers.set(store, known);
    return known;
  };

  /** Remembers which files of a root the compilers gave up on. */
  note(root: string, { skipped }: CompilerReport): void {
    this.#skipped.set(root, skipped);
  }

  readonly skippedIn = (root: string): CompilerReport["skipped"] => this.#skipped.get(root) ?? [];

  close(): void {
    for (const provider of this.#open?.values() ?? []) provider.close?.();
  }
}

const MINUTE_MS = 60_000;

function limitsOf(settings: Settings): ProviderLimits {
  return {
    memoryMb: settings.semanticsMemoryMb,
    idleMs: settings.semanticsIdleMinutes * MINUTE_MS,
    loadMs: settings.semanticsLoadMs,
    fileMs: settings.semanticsFileMs,
  };
}
