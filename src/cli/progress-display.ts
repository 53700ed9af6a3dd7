/**
 * Progress of an update on the terminal: one line that is rewritten, with phase, files, rate and time left.
 * Nothing when the output is not a terminal; one JSON object per line when asked for events.
 */
import { formatCount } from "../core/counts.ts";
import type { ProgressEvent } from "../engine/engine.ts";

export interface ProgressDisplay {
  show: (event: ProgressEvent) => void;
  /** Leaves the line clean for what follows. */
  end: () => void;
}

const REDRAW_MS = 80;

export function createProgressDisplay(options: {
  stream: { isTTY?: boolean; columns?: number; write: (text: string) => unknown };
  json: boolean;
  /** Before the phase: which of several updates it is. */
  label?: () => string;
  now?: () => number;
}): ProgressDisplay {
  const now = options.now ?? (() => Math.round(performance.now()));
  if (options.json) return createJsonEvents(options.stream, now);
  if (!options.stream.isTTY) return { show: () => {}, end: () => {} };
  return createTerminalLine(options.stream, now, options.label ?? (() => ""));
}

function createJsonEvents(stream: { write: (text: string) => unknown }, now: () => number): ProgressDisplay {
  const startedAt = now();
  return {
    show: (event) => stream.write(`${JSON.stringify({ ...event, elapsedMs: now() - startedAt })}\n`),
    end: () => {},
  };
}

function createTerminalLine(
  stream: { columns?: number; write: (text: string) => unknown },
  now: () => number,
  label: () => string,
): ProgressDisplay {
  let phaseStartedAt = now();
  let drawnAt = Number.NEGATIVE_INFINITY;
  let phase = "";
  return {
    show(event) {
      if (event.phase !== phase) {
        phase = event.phase;
        phaseStartedAt = now();
        drawnAt = Number.NEGATIVE_INFINITY;
      }
      if (now() - drawnAt < REDRAW_MS && event.done !== event.total) return;
      drawnAt = now();
      const line = `${label()}${progressLine(event, now() - phaseStartedAt)}`;
      stream.write(`\r\u001b[2K${line.slice(0, (stream.columns ?? 80) - 1)}`);
    },
    end: () => stream.write("\r\u001b[2K"),
  };
}

/** `parse   1,204/1,904 files  63%  812/s  1 s left` */
export function progressLine(event: ProgressEvent, elapsedMs: number): string {
  const count = formatCount(event.done);
  if (event.total === null) return `${event.phase.padEnd(7)} ${count} files`;
  const percent = event.total === 0 ? 100 : Math.floor((100 * event.done) / event.total);
  const perSecond = elapsedMs > 0 ? (1000 * event.done) / elapsedMs : 0;
  const left = perSecond > 0 ? Math.ceil((event.total - event.done) / perSecond) : null;
  const rate = perSecond > 0 ? `  ${formatCount(Math.round(perSecond))}/s` : "";
  const eta = left !== null && event.done < event.total ? `  ${left} s left` : "";
  return `${event.phase.padEnd(7)} ${count}/${formatCount(event.total)} files  ${percent}%${rate}${eta}`;
}
