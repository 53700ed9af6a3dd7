/** Stores that live as long as this object: for tests, and the yardstick of what a factory must do. */
import type { ProjectionBackends } from "../backends.ts";
import { capabilitiesOf } from "../capabilities.ts";
import type { StoreCheck, StoreFactory, StoreFamily, StorePlace } from "../factory.ts";
import type { Registry } from "../registry/contract.ts";
import { MemoryPlace } from "./place.ts";
import { MemoryRegistry } from "./registry.ts";

export class MemoryStoreFactory implements StoreFactory {
  readonly id = "memory";
  readonly format = 1;
  readonly openJobs = null;
  readonly supports = capabilitiesOf({ supportsSnapshots: true, supportsErasing: true });
  readonly #backends: ProjectionBackends;
  readonly #places = new Map<string, MemoryPlace>();
  #registry: Registry | null = null;

  constructor(backends: ProjectionBackends = {}) {
    this.#backends = backends;
  }

  placeOf({ identity }: StoreFamily): StorePlace {
    return this.placeAt(`memory:${identity}`);
  }

  placeAt(key: string): StorePlace {
    let place = this.#places.get(key);
    if (!place) {
      place = new MemoryPlace(key, this.#backends);
      this.#places.set(key, place);
    }
    return place;
  }

  async openRegistry(): Promise<Registry> {
    this.#registry ??= new MemoryRegistry();
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
    return [{ name: "memory", probe: () => "in this process" }];
  }

  async closeExcept(places: ReadonlySet<StorePlace>): Promise<void> {
    for (const place of [...this.#places.values()]) if (!places.has(place)) await place.close();
  }

  async close(): Promise<void> {
    await this.closeExcept(new Set());
    await this.#registry?.close();
    this.#registry = null;
  }
}
