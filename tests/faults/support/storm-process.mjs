/** One writer or reader of the storm. Prints one JSON line at its end. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom, fileName, moduleText } from "./world.mjs";

const [library, role, number, home, root, seconds] = process.argv.slice(2);
const { openEngine } = await import(library);
const random = createRandom(Number(number) + 1);
const until = Date.now() + Number(seconds) * 1000;
const engine = await openEngine({ home });
const errors = [];
const result = { errors, reads: 0, mixed: 0, asked: 0, written: [] };

while (Date.now() < until) {
  try {
    await (role === "write" ? writeOnce() : readOnce());
  } catch (error) {
    errors.push(`${role} ${number}: ${error.code ?? ""} ${error.message}`);
  }
  await sleep(random.below(40));
}
await engine.close();
console.log(JSON.stringify(result));

/** Progress is told while the writer's lock is held, so its first and last event bound the time of writing. */
async function writeOnce() {
  const at = random.below(60);
  writeFileSync(join(root, fileName(at)), moduleText(at, random.below(60), random.below(1e6)));
  let first = 0;
  let last = 0;
  await engine.update(root, {
    onProgress: () => {
      last = Number(process.hrtime.bigint() / 1000n);
      first ||= last;
    },
  });
  result.asked += 1;
  // Without events another process made the update that this one asked for.
  if (first > 0) result.written.push([first, last]);
}

/** What one session shows must agree with itself while others publish. */
async function readOnce() {
  result.reads += 1;
  await engine.readView(
    root,
    async (session) => {
      const files = await session.reader.files();
      const before = JSON.stringify(await session.searcherCalled("tree").symbols("unit_3"));
      await sleep(random.below(20));
      const after = JSON.stringify(await session.searcherCalled("tree").symbols("unit_3"));
      if (files.length !== session.info.files || before !== after) result.mixed += 1;
      await session.searcherCalled("tree").search(`unit_${random.below(60)}`, { limit: 3 });
    },
    { isStaleAllowed: random.below(2) === 0 },
  );
}
