/** F9, P10: so many files at once that events are lost. When status says fresh, no file may be missing. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { McpProcess } from "../support/mcp-client.mjs";
import { clew, World } from "../support/world.mjs";

export const title = "a burst of new files under a running server";

/** A busy machine takes longer than a fresh answer waits; then the answer says so. */
const MAX_PENDING = 10;

export async function execute({ isSmoke, seed }) {
  const burst = isSmoke ? 3_000 : 30_000;
  const world = new World("burst");
  const home = world.path("home");
  try {
    world.createRepository(20, seed);
    await clew(["index", world.root], home);
    const server = new McpProcess(world.root, home);
    await server.initialize();
    await server.call("search", { query: "unit_3" });
    const started = Date.now();
    for (let at = 0; at < burst; at++) {
      if (at % 100 === 0) mkdirSync(join(world.root, `burst/${at / 100}`), { recursive: true });
      writeFileSync(
        join(world.root, `burst/${Math.floor(at / 100)}/f${at}.py`),
        `def burst_${at}():\n    return ${at}\n`,
      );
    }
    const writtenMs = Date.now() - started;
    const probes = [0, Math.floor(burst / 2), burst - 1];
    const count = { missing: 0, pending: 0 };
    for (const probe of probes) await askUntilFresh(server, probe, count);
    const consistentMs = Date.now() - started - writtenMs;
    await server.close();
    const { stdout } = await clew(["status", "--root", world.root, "--format", "json"], home, {
      deadlineMs: 300_000,
    });
    const files = Number(/"files":\s*(\d+)/.exec(stdout)?.[1] ?? 0);
    return [
      { figure: "files written at once", measured: `${burst} in ${writtenMs} ms`, ok: true },
      {
        figure: "missing in answers that say fresh",
        measured: `${count.missing}; ${count.pending} said that more is pending`,
        ok: count.missing === 0 && count.pending <= MAX_PENDING,
      },
      { figure: "time until answers showed them", measured: `${consistentMs} ms`, ok: true },
      { figure: "files in the index", measured: files, ok: files === burst + 20 },
    ];
  } finally {
    world.remove();
  }
}

/** An answer may lack what it says is pending; one that says fresh may not. */
async function askUntilFresh(server, probe, count) {
  while (count.pending <= MAX_PENDING) {
    const { text } = await server.call("symbol", { name: `burst_${probe}`, fresh: true });
    if (text.includes(`f${probe}.py`)) return;
    if (!/pending: /.test(text.split("\n")[0])) {
      count.missing += 1;
      return;
    }
    count.pending += 1;
  }
}
