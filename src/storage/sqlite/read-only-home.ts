/**
 * A home that may be read and not written: a read-only mount, a container's image, another owner's leave to look. SQLite
 * cannot open a WAL database in such a folder, so each is copied to a private folder when it is asked about, and the copy
 * answers. Nothing is updated there: whoever asks for the writer's lock is told why.
 */
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { AppError } from "../../core/errors.ts";
import { displayPath } from "../../core/rel-path.ts";
import type { StorageErrorCode } from "../errors.ts";
import type { OpenStore, StoreCheck, StoreFactory, StoreFamily, StorePlace } from "../factory.ts";
import { preparePrivateFolder } from "../private-home.ts";
import type { Registry } from "../registry/contract.ts";
import { SqliteStoreFactory } from "./factory.ts";
import { assertNotPlanted } from "./private-folder.ts";

const REGISTRY = "registry.db";

/** Only where something is indexed already: an empty one is a home that cannot be used. */
export function isReadOnlyHome(home: string): boolean {
  if (!existsSync(join(home, REGISTRY))) return false;
  return ![home, join(home, "index")].every(isWritable);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

export class ReadOnlyStoreFactory implements StoreFactory {
  readonly #home: string;
  readonly #copies = mkdtempSync(join(tmpdir(), "clew-read-only-"));
  readonly #inner = new SqliteStoreFactory(this.#copies);
  readonly #places = new Map<string, ReadOnlyPlace>();
  readonly id = this.#inner.id;
  readonly supports = this.#inner.supports;
  readonly format = this.#inner.format;
  readonly openJobs = null;

  constructor(home: string) {
    this.#home = home;
    assertNotPlanted(home, "folder");
    preparePrivateFolder(join(this.#copies, "index"));
    copyDatabase(join(home, REGISTRY), join(this.#copies, REGISTRY));
  }

  placeOf(family: StoreFamily): StorePlace {
    const inner = this.#inner.placeOf(family);
    let place = this.#places.get(inner.key);
    if (!place) {
      place = new ReadOnlyPlace(join(this.#home, "index", basename(inner.key)), inner);
      this.#places.set(inner.key, place);
    }
    return place;
  }

  /** Of a record of the registry, which names a file in the home. */
  placeAt(key: string): StorePlace {
    return new ReadOnlyPlace(key, this.#inner.placeAt(join(this.#copies, "index", basename(key))));
  }

  openRegistry(): Promise<Registry> {
    return this.#inner.openRegistry();
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
      ...this.#inner.checks(),
      {
        name: "home",
        probe: () => {
          throw new Error(`${displayPath(this.#home)} cannot be written: nothing is brought up to date`);
        },
      },
    ];
  }

  closeExcept(places: ReadonlySet<StorePlace>): Promise<void> {
    const kept = [...places].map((place) => (place as ReadOnlyPlace).inner);
    return this.#inner.closeExcept(new Set(kept));
  }

  async close(): Promise<void> {
    await this.#inner.close();
    rmSync(this.#copies, { recursive: true, force: true });
  }
}

class ReadOnlyPlace implements StorePlace {
  readonly key: string;
  /** Of the copy. */
  readonly inner: StorePlace;
  #copied = "";

  constructor(key: string, inner: StorePlace) {
    this.key = key;
    this.inner = inner;
  }

  async open(): Promise<OpenStore> {
    if (this.#copied === "" && existsSync(this.key)) {
      this.#copied = versionOf(this.key);
      copyDatabase(this.key, this.inner.key);
    }
    return this.inner.open();
  }

  /** Somebody who may write did; a copy that is still read from is not copied over. */
  async isReplaced(): Promise<boolean> {
    if (this.#copied === versionOf(this.key)) return false;
    this.#copied = "";
    return true;
  }

  askForPart(): void {}

  isPartAskedFor(): boolean {
    return false;
  }

  lockHolder(): null {
    return null;
  }

  async lock(): Promise<never> {
    throw unwritable(this.key);
  }

  async lockUnless(): Promise<never> {
    throw unwritable(this.key);
  }

  async replace(): Promise<void> {
    throw unwritable(this.key);
  }

  async deleteCopies(): Promise<number> {
    throw unwritable(this.key);
  }

  async noteFinishedUpdate(): Promise<void> {}

  async findFinishedUpdate(): Promise<null> {
    return null;
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}

/** With the log of a writer that was killed; whoever opens the copy folds it in. */
function copyDatabase(from: string, to: string): void {
  for (const part of ["", "-wal"]) {
    rmSync(to + part, { force: true });
    if (!existsSync(from + part)) continue;
    assertNotPlanted(from + part, "file");
    copyFileSync(from + part, to + part);
    chmodSync(to + part, 0o600);
  }
}

function versionOf(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : "";
}

function unwritable(file: string): AppError {
  return new AppError(
    "INDEX_UNWRITABLE" satisfies StorageErrorCode,
    `${displayPath(file)} cannot be written, so it is not brought up to date`,
    { hint: "make the folder writable or choose another with CLEW_HOME", details: { file } },
  );
}
