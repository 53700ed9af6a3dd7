/** F9, P10: so many files at once that events are lost. When status says fresh, no file may be missing. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { McpProcess } from "../support/mcp-client.mjs";
import { clew, World } from "../support/world.mjs";

export const title = "a burst of new files under a running server";

/** A busy machine takes longer than a fresh answer waits; then the answer says so. */
const MAX_PENDING = 10;
/** From the last file written to an answer that says fresh: 15 s for 30,000 files on a machine of its own; shared ones get more. */
const FRESH_WITHIN_MS = { smoke: 60_000, full: 300_000 };

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
    const count = { missing: 0, pending: 0, fresh: 0 };
    for (const probe of probes) await askUntilFresh(server, probe, count);
    const consistentMs = Date.now() - started - writtenMs;
    const withinMs = isSmoke ? FRESH_WITHIN_MS.smoke : FRESH_WITHIN_MS.full;
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
      {
        figure: "time until answers showed them and said fresh",
        measured: `${consistentMs} ms, ${count.fresh} of ${probes.length} answers`,
        ok: count.fresh === probes.length && consistentMs <= withinMs,
      },
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
    const [head] = text.split("\n");
    if (/pending: /.test(head)) {
      count.pending += 1;
      continue;
    }
    if (!text.includes(`f${probe}.py`)) count.missing += 1;
    else if (/, fresh$/.test(head)) count.fresh += 1;
    return;
  }
}
