/** Updates of the engine as what others are told: progress not too often, a generation once. */
import { AppError } from "../core/errors.ts";
import { sanitizeText } from "../core/sanitize.ts";
import type { UpdateNews } from "../engine/engine.ts";
import type { Happenings } from "./happenings.ts";
import { percentOf } from "./progress-tick.ts";

/** Often enough for a bar that moves, seldom enough for eight pages. */
const PROGRESS_EVERY_MS = 100;
const MAX_WARNINGS = 5;

export function tellOfUpdates(happenings: Happenings): (news: UpdateNews) => void {
  const told = new Map<string, { atMs: number; phase: string; percent: number }>();
  return (news) => {
    const { root } = news;
    const last = told.get(root) ?? { atMs: Number.NEGATIVE_INFINITY, phase: "", percent: 0 };
    told.set(root, last);
    if (news.kind === "progress") {
      const { phase, done, total } = news.event;
      // Looking at an unchanged tree is nobody's news; only what is more than a look is.
      if (phase === "scan" && last.phase === "" && done === 0) return;
      const nowMs = performance.now();
      if (nowMs - last.atMs < PROGRESS_EVERY_MS && phase === last.phase && done !== total) return;
      // A first index is published in parts, each with all phases; how much of the whole is done only grows.
      const percent = Math.max(last.percent, percentOf(news.event));
      Object.assign(last, { atMs: nowMs, phase, percent });
      happenings.tell({ type: "progress", root, phase, done, total, percent });
      return;
    }
    if (news.kind === "heard") {
      happenings.tellGeneration({ root, generation: news.generation, files: news.files, ms: 0 });
      return;
    }
    if (news.kind === "failed") {
      last.percent = 0;
      const { code, message } = describe(news.error);
      happenings.tell({ type: "failure", root, code, message, ms: news.ms });
      return;
    }
    const { generation, files, problems, parsed, left } = news.report;
    const isNew = happenings.tellGeneration({ root, generation, files, ms: news.ms });
    // Of an update that found nothing and was never spoken of, nobody hears.
    if (left === 0 && (isNew || last.phase !== "")) {
      Object.assign(last, { phase: "", percent: 0 });
      happenings.tell({ type: "updated", root, generation, parsed, ms: news.ms });
    }
    if (!isNew) return;
    for (const { code, message } of problems.slice(0, MAX_WARNINGS))
      happenings.tell({ type: "warning", root, code, message: sanitizeText(message) });
  };
}

function describe(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: sanitizeText(error.message) };
  const isAborted = error instanceof Error && error.name === "AbortError";
  return isAborted
    ? { code: "CANCELLED", message: "nobody waited for it any more" }
    : { code: "DEFECT", message: sanitizeText(error instanceof Error ? error.message : String(error)) };
}
