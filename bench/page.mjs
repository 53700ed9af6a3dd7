#!/usr/bin/env node
// How quick the page is in a real browser, with software rendering:
// node bench/page.mjs <repository> [--home folder-with-its-index] [--rounds 20] [--graph-of folder/,further/] [--cli dist/cli.js]
// First load and its script, typing to names, ask to the first file, frames per second of a graph of the files of folders
// (with about 2,000, the most that is drawn). On a busy machine wall times say little: the processor time of the
// page's main thread and of the server stands beside them, and the load is printed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openPageSession, quantile } from "./lib/page-session.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    home: { type: "string" },
    rounds: { type: "string", default: "20" },
    "graph-of": { type: "string", default: "" },
    cli: { type: "string" },
  },
});
const repository = resolve(positionals[0] ?? ".");
const rounds = Number(values.rounds);
const home = values.home ? resolve(values.home) : mkdtempSync(join(tmpdir(), "clew-page-"));
const cli = values.cli ?? new URL("../dist/cli.js", import.meta.url).pathname;
const name = basename(repository);

spawnSync(process.execPath, [cli, "index", repository], {
  env: { ...process.env, CLEW_HOME: home },
  stdio: ["ignore", "ignore", "inherit"],
});
const session = await openPageSession({ home, repository, cli });
const { url, server, signIn } = session;
const rows = [];
const row = (what, found, limit, isKept) => rows.push([what, found, limit, isKept ? "yes" : "no"]);
const ms = (value) => `${value.toFixed(0)} ms`;

try {
  const { context, page } = await signIn({ viewport: { width: 1280, height: 800 } });
  await measureLoad(context);
  await page.goto(`${url}/ask?repo=${encodeURIComponent(name)}`);
  const names = await namesOf(page);
  await measureTyping(page, names);
  await measureAsk(page, names);
  await measureGraph(page);
} finally {
  await session.close();
  if (!values.home) rmSync(home, { recursive: true, force: true });
}
console.log(
  `load ${loadavg()
    .map((value) => value.toFixed(1))
    .join(", ")} at the end\n`,
);
console.log("| what | measured | limit | kept |\n|---|---|---|---|");
for (const cells of rows) console.log(`| ${cells.join(" | ")} |`);

/** Processor seconds of the server so far; Linux counts in hundredths. */
function serverCpuMs() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Until the box can be typed into; nothing is in the browser's cache. */
async function measureLoad(context) {
  const times = [];
  const work = [];
  let script = 0;
  for (let round = 0; round < Math.min(rounds, 10); round++) {
    const fresh = await context.newPage();
    const cdp = await context.newCDPSession(fresh);
    await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    await fresh.addInitScript(`new MutationObserver((_, observer) => {
      if (!document.querySelector("input[role=combobox]")) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => { window.usableAt = performance.now(); }));
    }).observe(document, { childList: true, subtree: true });`);
    await fresh.goto(`${url}/ask?repo=${encodeURIComponent(name)}`);
    await fresh.waitForFunction(() => globalThis.usableAt);
    times.push(await fresh.evaluate("window.usableAt"));
    const { metrics } = await cdp.send("Performance.getMetrics");
    work.push(metrics.find((one) => one.name === "TaskDuration").value * 1_000);
    script = await fresh.evaluate(
      `performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js")).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    );
    await fresh.close();
  }
  row(
    "script of the first load, compressed",
    `${(script / 1_000).toFixed(1)} kB`,
    "250 kB",
    script <= 250_000,
  );
  const middle = quantile(times, 0.5);
  const seen = `${ms(middle)} (${ms(Math.min(...times))}, ${ms(Math.max(...times))}), processor ${ms(quantile(work, 0.5))}`;
  row("interactive, p50 (shortest, longest)", seen, "1,000 ms", middle <= 1_000);
}

/** Names that there are, from what the page itself offers. */
async function namesOf(page) {
  const found = new Set();
  for (const start of ["get", "set", "is", "create", "read", "open", "test", "Index", "Base", "to"]) {
    const box = page.getByLabel("Ask about the code");
    await box.fill(start);
    await page.waitForTimeout(700);
    for (const option of await page.locator("#names [role=option] .path").allTextContents())
      if (/^\w{5,30}$/.test(option)) found.add(option);
  }
  return [...found].sort().slice(0, rounds);
}

/** From the key to the list that belongs to what stands in the box, painted. */
async function measureTyping(page, names) {
  await page.evaluate(`(() => {
    window.waits = [];
    let since = null;
    const box = document.querySelector("input[role=combobox]");
    box.addEventListener("input", () => { since = performance.now(); }, true);
    new MutationObserver(() => {
      if (since === null || document.querySelector("#names").childElementCount === 0) return;
      const from = since;
      since = null;
      requestAnimationFrame(() => setTimeout(() => window.waits.push(performance.now() - from)));
    }).observe(document.querySelector("#names"), { childList: true, subtree: true, characterData: true });
  })()`);
  const before = serverCpuMs();
  for (const one of names) {
    await page.getByLabel("Ask about the code").fill("");
    await page.getByLabel("Ask about the code").pressSequentially(one.slice(0, 8), { delay: 180 });
  }
  const waits = await page.evaluate("window.waits");
  const middle = quantile(waits, 0.5);
  const seen = `${ms(middle)} (${ms(quantile(waits, 0.95))}) over ${waits.length} lists, processor of the server ${ms((serverCpuMs() - before) / (names.length * 8))} a key`;
  row("typing to names, p50 (p95)", seen, "60 ms", middle <= 60);
}

/** From enter to the first file of the answer. */
async function measureAsk(page, names) {
  const questions = names
    .flatMap((one) => [`where is ${one} defined`, `how does ${one} work`])
    .slice(0, rounds);
  const times = [];
  const work = [];
  const box = page.getByLabel("Ask about the code");
  // The first question opens what later ones use.
  for (const [round, question] of ["how are files opened", ...questions].entries()) {
    await page.goto(`${url}/ask?repo=${encodeURIComponent(name)}`);
    await box.fill(question);
    await page.waitForTimeout(400);
    await page.evaluate(`new Promise((ready) => {
      document.querySelector("input[role=combobox]").addEventListener("keydown", () => { window.askedAt = performance.now(); }, { capture: true, once: true });
      new MutationObserver((_, observer) => {
        if (!document.querySelector(".summary-line")) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => { window.answeredAt = performance.now(); }));
      }).observe(document.body, { childList: true, subtree: true });
      ready();
    })`);
    const before = serverCpuMs();
    await box.press("Enter");
    await page.waitForFunction(() => globalThis.answeredAt, null, { timeout: 60_000 });
    if (round > 0) work.push(serverCpuMs() - before);
    if (round > 0) times.push(await page.evaluate("window.answeredAt - window.askedAt"));
  }
  const middle = quantile(times, 0.5);
  const slowest = times.indexOf(Math.max(...times));
  console.log(
    `slowest question: the ${slowest + 1}th, ${ms(times[slowest])}, processor of the server ${ms(work[slowest])}`,
  );
  const seen = `${ms(middle)} (${ms(quantile(times, 0.95))}) over ${times.length} questions, processor of the server p50 ${ms(quantile(work, 0.5))}`;
  row("ask to the first file, p50 (p95)", seen, "150 ms", middle <= 150);
}

/** Frames while the picture comes to rest, and while it is dragged. */
async function measureGraph(page) {
  const [of, ...further] = values["graph-of"].split(",");
  const query = {
    repo: name,
    of,
    plus: JSON.stringify(further),
    level: "file",
    nodes: "2000",
    depth: "1",
    fan: "200",
  };
  await page.goto(`${url}/graph?${new URLSearchParams(query)}`);
  await page.locator("canvas").waitFor({ timeout: 120_000 });
  const nodes = (await page.locator("[role=status]").last().textContent()) ?? "";
  const frames = async (seconds) =>
    page.evaluate(`new Promise((done) => {
      const times = [];
      const tick = (now) => {
        times.push(now);
        if (now - times[0] < ${seconds} * 1000) requestAnimationFrame(tick);
        else done((times.length - 1) / ((now - times[0]) / 1000));
      };
      requestAnimationFrame(tick);
    })`);
  const settling = await frames(3);
  row(
    `frames per second while it settles (${nodes.split(" · ").slice(0, 2).join(", ")})`,
    settling.toFixed(0),
    "30",
    settling >= 30,
  );
  const area = await page.locator("canvas").boundingBox();
  const dragging = frames(3);
  await page.mouse.move(area.x + 300, area.y + 200);
  await page.mouse.down();
  for (let step = 0; step < 60; step++) await page.mouse.move(area.x + 300 + step * 3, area.y + 200 + step);
  await page.mouse.up();
  const dragged = await dragging;
  row("frames per second while it is dragged", dragged.toFixed(0), "30", dragged >= 30);
}
