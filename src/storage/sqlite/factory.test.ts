import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { runFactoryContract } from "../factory-suite.ts";
import { openDatabase } from "./driver.ts";
import { SqliteStoreFactory } from "./factory.ts";
import { FORMAT_VERSION } from "./format.ts";

const OLDEST = fileURLToPath(new URL("../../../tests/compat/format-1/index.db.gz", import.meta.url));

function change(file: string, pragma: string): void {
  const db = openDatabase(file);
  db.pragma(pragma);
  db.close();
}

runFactoryContract("sqlite", () => {
  const home = mkdtempSync(join(tmpdir(), "clew-factory-"));
  return {
    factory: new SqliteStoreFactory(home),
    kept: {
      another: () => new SqliteStoreFactory(home),
      damage: (file) => change(file, "application_id = 7"),
      makeNewer: (file) => change(file, `user_version = ${FORMAT_VERSION + 1}`),
      putOldest: (file) => writeFileSync(file, gunzipSync(readFileSync(OLDEST)), { mode: 0o600 }),
      bytesOf: (file) => {
        // Without what processes agree by, which is not part of the store.
        const isStored = (name: string) => name.startsWith(basename(file)) && !/-shm$|\.lock/.test(name);
        const parts = readdirSync(dirname(file)).filter(isStored);
        return Buffer.concat(parts.map((name) => readFileSync(join(dirname(file), name))));
      },
    },
    dispose: () => rmSync(home, { recursive: true, force: true }),
  };
});
