/** Holds one generation open until a line comes in, then tells what it saw before and after. */
import { once } from "node:events";
import { createInterface } from "node:readline";

const [library, home, root] = process.argv.slice(2);
const { openEngine } = await import(library);
const engine = await openEngine({ home });
const lines = createInterface({ input: process.stdin });
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
let waited = null;
let result;
try {
  result = await engine.readView(
    root,
    async ({ reader, info }) => {
      const before = (await reader.files()).map((file) => file.hash).join();
      if (!waited) {
        waited = once(lines, "line");
        say({ holds: info.generation });
      }
      await waited;
      return {
        generation: info.generation,
        isSame: (await reader.files()).map((file) => file.hash).join() === before,
      };
    },
    { isStaleAllowed: true },
  );
} catch (error) {
  result = { error: `${error.code ?? ""} ${error.message}` };
}
say(result);
await engine.close();
process.exit(0);
