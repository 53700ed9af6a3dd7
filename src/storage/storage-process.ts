/** Run as a process of its own by tests: `hold-lock FILE`, `publish FILE`, `migrate FILE`, `leave-journal FILE`, `register FILE NAME COUNT`. */

import { factsKeyText } from "./contract.ts";
import { changeOf, edgeBetween, entryOf, linksOf, toyBlob } from "./contract-fixtures.ts";
import { openWriteConnection } from "./sqlite/connection.ts";
import { openDatabase } from "./sqlite/driver.ts";
import { migrate } from "./sqlite/migrate.ts";
import { openSqliteStore } from "./sqlite/open.ts";
import { openRegistry } from "./sqlite/registry/index.ts";
import { acquireWriterLock } from "./sqlite/writer-lock.ts";

const [command, file = "", name = "", count = "0"] = process.argv.slice(2);
const say = (text: string) => process.stdout.write(`${text}\n`);

async function holdLock(): Promise<void> {
  const lock = await acquireWriterLock(file, { timeoutMs: 20_000 });
  say("held");
  process.stdin.once("data", () => {
    lock.release();
    say("released");
    process.exit(0);
  });
}

/** Publishes generation after generation until it is killed. */
async function publishForever(): Promise<void> {
  const { store } = await openSqliteStore({ file });
  const { id, generation } = await store.openView("/tree");
  for (let next = generation as number; ; next++) {
    const blob = toyBlob([`fn${next}`, "shared"], [["common", `word${next}`], ["common"]]);
    const ids = await store.appendFacts([blob]);
    const [links] = await store.putLinks([linksOf([edgeBetween(`f${next % 20}#fn${next}`, "f0#shared")])]);
    const entry = entryOf(`f${next % 20}`, { blob: ids.get(factsKeyText(blob.key))!, links: links! });
    await store.publish(id, changeOf(next, { upsert: [entry], revision: `fn${next}` }));
    if (next % 10 === 9) await store.collectGarbage();
    say(`${next + 1}`);
  }
}

async function register(): Promise<void> {
  const registry = await openRegistry({ file });
  for (let at = 0; at < Number(count); at++) {
    await registry.upsert({
      path: `/repositories/${name}-${at}`,
      name: `${name}-${at}`,
      type: "git",
      place: "x.db",
    });
    await registry.upsert({ path: "/repositories/common", name: "common", type: "git", place: "x.db" });
  }
  await registry.close();
  say("done");
}

function migrateSlowly(): void {
  const db = openWriteConnection(file);
  // A step that is killed halfway: the process ends inside the transaction.
  db.function("die", () => process.kill(process.pid, "SIGKILL"));
  const second = "CREATE TABLE two(a); INSERT INTO two VALUES (1); SELECT die(); CREATE TABLE three(a)";
  const migrations = [
    { id: 1, name: "first", sql: "CREATE TABLE one(a)" },
    { id: 2, name: "second", sql: second },
  ];
  migrate(db, file, { applicationId: 7, migrations });
}

/** As a writer does that is killed while it makes an empty file an index: pages are written, their journal is there. */
function leaveJournal(): void {
  const db = openDatabase(file);
  db.pragma("cache_size = 1");
  db.exec("BEGIN; CREATE TABLE half(a)");
  for (let row = 0; row < 50; row++) db.exec("INSERT INTO half VALUES (zeroblob(4000))");
  process.kill(process.pid, "SIGKILL");
}

const commands: Record<string, () => unknown> = {
  "hold-lock": holdLock,
  publish: publishForever,
  migrate: migrateSlowly,
  "leave-journal": leaveJournal,
  register,
};
await commands[command!]!();
