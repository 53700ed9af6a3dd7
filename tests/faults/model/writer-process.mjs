/** Gets ready, then updates the index it is told of. Its parent kills it meanwhile. */
import { createInterface } from "node:readline";

const { openEngine } = await import(`${process.argv[2]}/index.js`);
process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  const { home, root } = JSON.parse(line);
  try {
    const engine = await openEngine({ home });
    await engine.update(root);
    process.stdout.write("done\n");
    await engine.close();
  } catch (error) {
    process.stdout.write(`error ${String(error.message ?? error).replaceAll("\n", " ")}\n`);
  }
}
