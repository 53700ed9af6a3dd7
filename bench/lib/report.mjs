// @ts-check
/** Results as text. */

/**
 * @typedef {import("./meter.mjs").Measurement} Measurement
 * @typedef {import("./tools.mjs").Tool} Tool
 *
 * @typedef {"cold" | "no change" | "edit" | "revert"} Step
 *
 * @typedef {object} Row One measured command.
 * @property {string} tool
 * @property {number} run
 * @property {Step} step
 * @property {number} indexMb
 * @property {string | null} error
 * @property {Measurement} measured
 */

/** @param {Row} row */
export function progress({ tool, run, step, error, measured: m }) {
  const left = m.leftRunning.length > 0 ? `, left running and ended: ${m.leftRunning.join("; ")}` : "";
  note(
    `run ${run} ${tool} ${step}: CPU ${m.cpuSeconds.toFixed(2)} s, wall ${m.wallSeconds.toFixed(2)} s, ` +
      `peak ${m.peakMb.toFixed(0)} MB${left}${error ? ` -- FAILED ${error}` : ""}`,
  );
}

/** @param {Row[]} rows */
function summarize(rows) {
  const good = rows.filter((row) => row.error === null);
  if (good.length === 0) return null;
  return {
    cpuSeconds: Math.min(...good.map((row) => row.measured.cpuSeconds)),
    wallSeconds: Math.min(...good.map((row) => row.measured.wallSeconds)),
    peakMb: Math.max(...good.map((row) => row.measured.peakMb)),
    indexMb: Math.max(...good.map((row) => row.indexMb)),
    cpuOfEachRun: good.map((row) => row.measured.cpuSeconds),
    runs: good.length,
    failed: rows.length - good.length,
  };
}

/**
 * @param {Tool[]} tools @param {Row[]} rows @param {Step} step
 * @returns {{ label: string, id: string, step: Step, result: ReturnType<typeof summarize> }[]}
 */
export function summaries(tools, rows, step) {
  return tools
    .map((tool) => ({ tool, own: rows.filter((row) => row.tool === tool.id && row.step === step) }))
    .filter(({ own }) => own.length > 0)
    .map(({ tool, own }) => ({ label: tool.label, id: tool.id, step, result: summarize(own) }));
}

/** @param {string} title @param {ReturnType<typeof summaries>} entries */
export function table(title, entries) {
  if (entries.length === 0) return "";
  const clew = entries.find((entry) => entry.id === "clew")?.result;
  const header = ["", "CPU s", "x clew", "wall s", "peak MB", "index MB", "CPU s of each run"];
  const body = entries.map(({ label, result: r }) =>
    r === null
      ? [label, "failed", "", "", "", "", ""]
      : [
          label,
          r.cpuSeconds.toFixed(2),
          clew ? (r.cpuSeconds / clew.cpuSeconds).toFixed(2) : "-",
          r.wallSeconds.toFixed(2),
          r.peakMb.toFixed(0),
          r.indexMb.toFixed(1),
          r.cpuOfEachRun.map((s) => s.toFixed(2)).join(" ") + (r.failed > 0 ? ` (${r.failed} failed)` : ""),
        ],
  );
  const widths = header.map((_, i) => Math.max(...[header, ...body].map((cells) => (cells[i] ?? "").length)));
  const line = (/** @type {string[]} */ cells) =>
    cells
      .map((cell, i) =>
        i === 0 || i === header.length - 1 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return `\n${title}\n${[header, ...body].map(line).join("\n")}`;
}

/** Progress and remarks go to stderr, results to stdout. @param {string} text */
export function note(text) {
  console.error(text);
}
