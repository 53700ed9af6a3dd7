/** Stores in a PostgreSQL database: one place per family, and one registry per realm. */
import { createHash } from "node:crypto";
import type { ProjectionBackends, VectorBackend } from "../backends.ts";
import { capabilitiesOf } from "../capabilities.ts";
import type { StoreCheck, StoreFactory, StoreFamily, StorePlace } from "../factory.ts";
import type { JobQueue, StoreNews } from "../jobs/contract.ts";
import type { Registry } from "../registry/contract.ts";
import { checksOf } from "./check.ts";
import { Database, type DatabaseOptions } from "./database.ts";
import { PostgresJobs } from "./jobs.ts";
import { prepareSchema } from "./migrate.ts";
import type { NearOptions } from "./near/near-index.ts";
import { ensureExtension } from "./near/near-models.ts";
import { NearStore } from "./near/near-store.ts";
import { listen } from "./news.ts";
import { PostgresPlace } from "./place.ts";
import { findOrAddPlace } from "./place-rows.ts";
import { PostgresRegistry } from "./registry.ts";
import { FORMAT_VERSION } from "./schema.ts";

export interface PostgresOptions extends Omit<DatabaseOptions, "address"> {
  /** Read when the database is first needed, so that what does not need it works without. */
  address: () => string;
  /** Whose paths these are. */
  realm: () => string;
  /** Of a server to read from; null: there is none. */
  replicaAddress?: () => string | null;
  /** How pgvector proposes near vectors; absent or null: it does not. */
  near?: NearOptions | null;
  /** Chunks are also written as rows that a person can query. */
  keepsChunks?: boolean;
  /** Edges are also written as rows, which the server walks for views that are too large to be kept in memory. */
  keepsEdges?: boolean;
}

export interface Databases {
  database: Database;
  /** Where generations are read; null: where they are written. */
  replica: Database | null;
}

export class PostgresStoreFactory implements StoreFactory {
  readonly id = "postgres";
  readonly format = FORMAT_VERSION;
  readonly supports = capabilitiesOf({
    supportsKeeping: true,
    supportsSnapshots: true,
    supportsSeveralProcesses: true,
  });
  readonly openJobs = async (): Promise<JobQueue> => {
    await this.#prepare();
    return new PostgresJobs(this.#database, this.#options.realm());
  };
  readonly #options: PostgresOptions;
  readonly #backends: ProjectionBackends;
  readonly #places = new Map<string, PostgresPlace>();
  readonly #listening = new Set<() => void>();
  #opened: Databases | null = null;
  #preparing: Promise<void> | null = null;
  #registry: Promise<Registry> | null = null;

  constructor(options: PostgresOptions, backends: ProjectionBackends = {}) {
    this.#options = options;
    const { near } = options;
    this.#backends = near ? { vectors: this.#nearBackend(near), ...backends } : backends;
  }

  /** Readable enough to recognise, unique by the hash of its identity. */
  placeOf({ name, identity }: StoreFamily): StorePlace {
    const digest = createHash("sha256").update(identity).digest("hex").slice(0, 16);
    const safe = name.replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 40) || "repository";
    return this.placeAt(`${this.#options.realm()}/${safe}-${digest}`);
  }

  placeAt(key: string): StorePlace {
    let place = this.#places.get(key);
    if (!place) {
      place = new PostgresPlace(key, this.#database, () => this.#prepare(), {
        replica: this.#replica,
        backends: this.#backends,
        keepsChunks: this.#options.keepsChunks ?? false,
        keepsEdges: this.#options.keepsEdges ?? false,
      });
      this.#places.set(key, place);
    }
    return place;
  }

  openRegistry(): Promise<Registry> {
    if (this.#registry) return this.#registry;
    const opening = this.#prepare().then(() => new PostgresRegistry(this.#database, this.#options.realm()));
    this.#registry = opening;
    opening.catch(() => {
      if (this.#registry === opening) this.#registry = null;
    });
    return opening;
  }

  async asOneQuestion<T>(work: () => Promise<T>): Promise<T> {
    const replica = this.#replica;
    return this.#database.asOneQuestion(replica ? () => replica.asOneQuestion(work) : work);
  }

  roundTrips(): number | null {
    const ours = this.#opened?.database.question?.roundTrips ?? null;
    return ours === null ? null : ours + (this.#opened?.replica?.question?.roundTrips ?? 0);
  }

  onNews(hear: (news: StoreNews) => void): () => void {
    const stop = listen(this.#database, hear);
    this.#listening.add(stop);
    return stop;
  }

  checks(): StoreCheck[] {
    return checksOf(() => this.#databases, { wantsPgvector: Boolean(this.#options.near) });
  }

  async closeExcept(places: ReadonlySet<StorePlace>): Promise<void> {
    for (const place of [...this.#places.values()]) if (!places.has(place)) await place.close();
  }

  async close(): Promise<void> {
    for (const stop of this.#listening) stop();
    await this.closeExcept(new Set());
    const registry = this.#registry;
    this.#registry = null;
    // One that could not be opened was told of to whoever asked for it.
    await (await registry?.catch(() => null))?.close();
    const opened = this.#opened;
    this.#opened = null;
    this.#preparing = null;
    this.#places.clear();
    await opened?.database.close();
    await opened?.replica?.close();
  }

  #nearBackend(near: NearOptions): VectorBackend {
    return {
      id: "pgvector",
      open: async (key) => {
        await ensureExtension(this.#database);
        const { id } = await findOrAddPlace(this.#database, key);
        return new NearStore(this.#database, id, near);
      },
    };
  }

  get #database(): Database {
    return this.#databases.database;
  }

  get #replica(): Database | null {
    return this.#databases.replica;
  }

  get #databases(): Databases {
    if (this.#opened) return this.#opened;
    const { address, replicaAddress, schema, connections, statementMs, connectMs, catchUpMs } = this.#options;
    const common = {
      schema,
      connections,
      statementMs,
      connectMs,
      ...(catchUpMs !== undefined && { catchUpMs }),
    };
    const second = replicaAddress?.() ?? null;
    const replica = second === null ? null : new Database({ ...common, address: second });
    this.#opened = { database: new Database({ ...common, address: address(), standIn: replica }), replica };
    return this.#opened;
  }

  /** Tried again after it failed: the server may be back. */
  #prepare(): Promise<void> {
    if (this.#preparing) return this.#preparing;
    const preparing = prepareSchema(this.#database);
    this.#preparing = preparing;
    preparing.catch(() => {
      if (this.#preparing === preparing) this.#preparing = null;
    });
    return preparing;
  }
}
