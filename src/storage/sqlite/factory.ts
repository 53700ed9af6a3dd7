/** Stores as files of SQLite in the home of a user: one per family, and one registry of all repositories. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { ProjectionBackends } from "../backends.ts";
import { capabilitiesOf } from "../capabilities.ts";
import type { StoreCheck, StoreFactory, StoreFamily, StorePlace } from "../factory.ts";
import { preparePrivateFolder } from "../private-home.ts";
import type { Registry } from "../registry/contract.ts";
import { readEngineVersion } from "./connection.ts";
import { FORMAT_VERSION } from "./format.ts";
import { describeHeldLog, findHeldLogs } from "./log-limit.ts";
import { SqlitePlace } from "./place.ts";
import { openRegistry } from "./registry/index.ts";

export class SqliteStoreFactory implements StoreFactory {
  readonly id = "sqlite";
  readonly format = FORMAT_VERSION;
  readonly openJobs = null;
  readonly supports = capabilitiesOf({
    supportsKeeping: true,
    supportsSnapshots: true,
    supportsSeveralProcesses: true,
    supportsErasing: true,
  });
  readonly #home: string;
  readonly #backends: ProjectionBackends;
  readonly #places = new Map<string, SqlitePlace>();
  #registry: Promise<Registry> | null = null;

  constructor(home: string, backends: ProjectionBackends = {}) {
    this.#home = home;
    this.#backends = backends;
  }

  /** Readable enough to recognise, unique by the hash of its identity. */
  placeOf({ name, identity }: StoreFamily): StorePlace {
    const digest = createHash("sha256").update(identity).digest("hex").slice(0, 16);
    const safe = name.replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 40) || "repository";
    preparePrivateFolder(this.#folder);
    return this.placeAt(join(this.#folder, `${safe}-${digest}.db`));
  }

  placeAt(file: string): StorePlace {
    let place = this.#places.get(file);
    if (!place) {
      place = new SqlitePlace(file, this.#backends);
      this.#places.set(file, place);
    }
    return place;
  }

  openRegistry(): Promise<Registry> {
    this.#registry ??= openRegistry({ file: join(this.#home, "registry.db") });
    return this.#registry;
  }

  asOneQuestion<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  roundTrips(): null {
    return null;
  }

  onNews(): () => void {
    return () => {};
  }

  checks(): StoreCheck[] {
    return [
      { name: "sqlite", probe: readEngineVersion },
      {
        name: "index logs",
        probe: () => {
          const held = findHeldLogs(this.#folder);
          if (held.length > 0) throw new Error(held.map(describeHeldLog).join("; "));
          return "folded in";
        },
      },
    ];
  }

  async closeExcept(places: ReadonlySet<StorePlace>): Promise<void> {
    for (const place of [...this.#places.values()]) if (!places.has(place)) await place.close();
  }

  async close(): Promise<void> {
    await this.closeExcept(new Set());
    const registry = this.#registry;
    this.#registry = null;
    // One that could not be opened was told of to whoever asked for it.
    await (await registry?.catch(() => null))?.close();
  }

  get #folder(): string {
    return join(this.#home, "index");
  }
}
