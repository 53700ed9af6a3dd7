/** One working tree with its family's store: each job has a file of its own here. */

import type { CompilerReport } from "../../indexing/compiler-links.ts";
import type { EmbedTextsReport } from "../../indexing/embed-texts.ts";
import type { ViewPlan } from "../../indexing/planner/plan-view.ts";
import type { UpdateReport } from "../../indexing/update.ts";
import type { ProjectionStatus } from "../../storage/contract.ts";
import type { ViewSession } from "../session.ts";
import { Embedder } from "./embedding.ts";
import { HeldView } from "./held.ts";
import { type ReadRefreshOptions, type RefreshOptions, type RepositoryParts, underLock } from "./parts.ts";
import { planUpdateOf } from "./planning.ts";
import { type PurgeReport, type PurgeSelection, purgeStore } from "./purging.ts";
import { SessionLender } from "./reading.ts";
import { type BesideOptions, importScip, refine, refineBeside } from "./refining.ts";
import { type RollbackReport, rollBack } from "./rolling-back.ts";
import { Updater } from "./updating.ts";
import { dumpIndex, type IndexVerifyReport, verifyIndex } from "./verifying.ts";

export class Repository {
  readonly #parts: RepositoryParts;
  readonly #updater: Updater;
  readonly #lender: SessionLender;
  readonly #embedder: Embedder;
  readonly #held: HeldView;

  constructor(parts: RepositoryParts) {
    this.#parts = parts;
    this.#updater = new Updater(parts);
    this.#held = new HeldView(parts);
    this.#lender = new SessionLender(parts, this.#updater, this.#held);
    this.#embedder = new Embedder(parts);
  }

  get root(): string {
    return this.#parts.jail.root;
  }

  update(options: RefreshOptions = {}): Promise<UpdateReport> {
    return this.#updater.update(options);
  }

  untilPart(signal: AbortSignal): Promise<void> {
    return this.#updater.untilPart(signal);
  }

  /** Brings the index up to date unless a stale answer is allowed, then lends a session over one generation. */
  read<T>(use: (session: ViewSession) => Promise<T>, options: ReadRefreshOptions): Promise<T> {
    return this.#lender.read(use, options);
  }

  /** Updates, takes out what is chosen with every trace in the index's files, and indexes anew what is to be. */
  async purge(selection: PurgeSelection, options: RefreshOptions = {}): Promise<PurgeReport> {
    await this.update(options);
    const { store, place, settings } = this.#parts;
    const report = await underLock(this.#parts, options.signal, () =>
      purgeStore(store, place, settings.maxFileBytes, selection),
    );
    this.#parts.searchIndexes.clear();
    await this.update(options);
    return report;
  }

  /** What an update would do now; nothing is written. */
  plan(signal: AbortSignal): Promise<ViewPlan> {
    return planUpdateOf(this.#parts, signal);
  }

  /** Answers come from the generation before until an update is asked for. */
  async rollBack(signal?: AbortSignal): Promise<RollbackReport> {
    const report = await rollBack(this.#parts, signal);
    this.#parts.searchIndexes.clear();
    return report;
  }

  async refine(options: RefreshOptions = {}): Promise<CompilerReport> {
    await this.update(options);
    return refine(this.#parts, options);
  }

  /** Null when there is nothing to keep warm. */
  async refineBeside(options: Omit<BesideOptions, "onPublished">): Promise<CompilerReport | null> {
    if (await this.#held.isHeld()) return null;
    if (!(await this.isUnchanged())) await this.update(options);
    const onPublished = this.#updater.follow.bind(this.#updater);
    return refineBeside(this.#parts, { ...options, onPublished });
  }

  async importScip(bytes: Uint8Array, options: RefreshOptions = {}): Promise<CompilerReport> {
    await this.update(options);
    return importScip(this.#parts, bytes, options);
  }

  embed(options: RefreshOptions = {}): Promise<EmbedTextsReport | null> {
    return this.#embedder.embed(options);
  }

  summarise(options: RefreshOptions = {}): Promise<number | null> {
    return this.#embedder.summarise(options);
  }

  /** Whether watching proves that the last generation is of the tree as it is. */
  isUnchanged(): Promise<boolean> {
    return this.#updater.isUnchanged();
  }

  /** How far stores are that are made from this one; none when there are none. */
  async projections(): Promise<ProjectionStatus[]> {
    return (await this.#parts.projector?.status()) ?? [];
  }

  dump(): Promise<string> {
    return dumpIndex(this.#parts);
  }

  verify(isDeep: boolean): Promise<IndexVerifyReport> {
    return verifyIndex(this.#parts, isDeep);
  }

  /** Resolves when no update runs that was asked for so far. */
  settled(): Promise<void> {
    return this.#updater.settled();
  }

  close(): void {
    this.#parts.watcher?.close();
  }
}
