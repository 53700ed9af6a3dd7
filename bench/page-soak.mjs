#!/usr/bin/env node
// Eight pages open while files are edited: does the server's memory grow, does a page's heap? How many answers each page
// got is printed, too: a page that asks nothing cannot grow.
// node bench/page-soak.mjs <repository> [--minutes 60] [--every-ms 2000] [--pages 8] [--warm-up-minutes 3] [--cli dist/cli.js]
// The repository is copied; nothing is written to it.
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openPageSession, quantile } from "./lib/page-session.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "60" },
    "warm-up-minutes": { type: "string", default: "3" },
    "every-ms": { type: "string", default: "2000" },
    pages: { type: "string", default: "8" },
    cli: { type: "string" },
  },
});
const source = resolve(positionals[0] ?? ".");
const scratch = mkdtempSync(join(tmpdir(), "clew-soak-"));
const repository = join(scratch, basename(source));
cpSync(source, repository, {
  recursive: true,
  filter: (path) => !/(?:^|\/)(?:node_modules|dist|\.git)(?:\/|$)/.test(path.slice(source.length)),
});
const git = (...args) =>
  spawnSync("git", ["-C", repository, "-c", "user.name=n", "-c", "user.email=e", ...args]);
git("init", "-q");
git("add", "-A");
git("commit", "-qm", "start");
const tracked = git("ls-files").stdout.toString().split("\n");
const edited = tracked.filter((path) => /\.(?:ts|tsx|js|py|java|go|rs|cs)$/.test(path));
const session = await openPageSession({ home: join(scratch, "home"), repository, cli: values.cli });
const { url, server, signIn } = session;
const name = basename(repository);

const MB = 1_048_576;
const rssMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1_024;
async function heapMb(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  const { nodes } = await cdp.send("Memory.getDOMCounters");
  await cdp.detach();
  return { heap: usedSize / MB, nodes };
}

try {
  const { context, page } = await signIn({ viewport: { width: 1280, height: 800 } });
  await page.getByLabel("Folder to index").fill(repository);
  await page.getByRole("button", { name: "Index folder" }).click();
  await page.getByRole("article", { name, exact: true }).waitFor({ timeout: 600_000 });
  const file = edited[0];
  const question = encodeURIComponent("where are files read");
  const addresses = [
    "/",
    `/ask?repo=${name}&q=${question}`,
    `/ask?repo=${name}&q=${question}&view=context`,
    `/ask?repo=${name}&q=${question}&view=why`,
    `/code/${name}/${file}`,
    `/graph?repo=${name}`,
    `/changes?repo=${name}`,
    "/activity",
  ];
  const pages = [page];
  while (pages.length < Number(values.pages)) pages.push(await context.newPage());
  const answers = pages.map(() => 0);
  pages.forEach((one, at) => {
    one.on("response", (response) => {
      if (response.url().includes("/api/v1/") && response.ok()) answers[at] += 1;
    });
  });
  await Promise.all(pages.map((one, at) => one.goto(url + addresses[at % addresses.length])));
  const begun = Date.now();
  const end = begun + Number(values.minutes) * 60_000;
  const warm = begun + Number(values["warm-up-minutes"]) * 60_000;
  const samples = [];
  let edits = 0;
  let nextSample = 0;
  while (Date.now() < end) {
    const path = join(repository, edited[edits % Math.min(edited.length, 50)]);
    appendFileSync(path, edits % 2 === 0 ? "\n" : " \n");
    edits += 1;
    await sleep(Number(values["every-ms"]));
    if (Date.now() < nextSample) continue;
    nextSample = Date.now() + 30_000;
    const heaps = await Promise.all(pages.map(heapMb));
    const sample = { minute: (Date.now() - begun) / 60_000, rss: rssMb(), heaps, isWarm: Date.now() >= warm };
    samples.push(sample);
    const shown = heaps.map(({ heap, nodes }) => `${heap.toFixed(1)}/${nodes}`).join(" ");
    console.error(
      `${sample.minute.toFixed(1)} min, ${edits} edits, answers ${answers.join(" ")}, server ${sample.rss.toFixed(0)} MB, heap MB/nodes ${shown}`,
    );
  }
  const counted = samples.filter(({ isWarm }) => isWarm);
  const part = Math.max(1, Math.floor(counted.length / 4));
  const [first, last] = [counted.slice(0, part), counted.slice(-part)];
  const grown = (read) => {
    const [before, after] = [first, last].map((some) => quantile(some.map(read), 0.5));
    return { before, after, percent: (after / before - 1) * 100 };
  };
  const tell = (what, { before, after, percent }, count) =>
    console.log(
      `| ${what} | ${before.toFixed(1)} | ${after.toFixed(1)} | ${percent.toFixed(1)} % | ${count} |`,
    );
  console.log(
    `${pages.length} pages, ${values.minutes} minutes, ${edits} edits; medians of the first and the last quarter after ${values["warm-up-minutes"]} minutes\n`,
  );
  console.log("| MB | first quarter | last quarter | grown | answers |\n|---|---:|---:|---:|---:|");
  tell(
    "server, resident",
    grown(({ rss }) => rss),
    answers.reduce((sum, count) => sum + count, 0),
  );
  pages.forEach((_, at) => {
    tell(
      `heap of ${addresses[at % addresses.length].replace(/\?.*view=/, " ").replace(/\?.*/, "")}`,
      grown(({ heaps }) => heaps[at].heap),
      answers[at],
    );
  });
} finally {
  await session.close();
  rmSync(scratch, { recursive: true, force: true });
}
