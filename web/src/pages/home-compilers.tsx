/** Which links are a compiler's, and how its process is. */
import { count, plural, show } from "../show.ts";

export interface Compiler {
  provider: string;
  /** That it can speak for, and those of them whose links it made. */
  files: number;
  exact: number;
  process: {
    state: string;
    rssMb: number | null;
    waiting: number;
    recentCrashes: number;
    lastError: { code: string; message: string } | null;
  } | null;
}

export function Compilers({ all }: { all: Compiler[] }) {
  const used = all.filter(({ files }) => files > 0);
  if (used.length === 0) return null;
  return (
    <ul className="compilers" aria-label="Compiler services">
      {used.map(({ provider, files, exact, process }) => (
        <li key={provider}>
          <span className={`state-dot ${process?.state ?? "off"}`} aria-hidden="true" /> <b>{provider}</b>{" "}
          <span className="muted">
            compiler {describeProcess(process)} ·{" "}
            {exact === 0
              ? "no file read by it yet"
              : `${count(exact)} of ${plural(files, "file")} read by it`}
          </span>
          {process?.lastError && (
            <span className="warn">
              {" "}
              {show(process.lastError.message)} <code>{process.lastError.code}</code>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const STATES: Record<string, string> = { off: "not started", idle: "at rest", busy: "at work" };

function describeProcess(process: Compiler["process"]): string {
  if (process === null) return "is not on this machine";
  const { state, rssMb, waiting, recentCrashes } = process;
  return [
    STATES[state] ?? state,
    ...(rssMb === null ? [] : [`${count(rssMb)} MB`]),
    ...(waiting === 0 ? [] : [`${plural(waiting, "request")} waiting`]),
    ...(recentCrashes === 0 ? [] : [`ended ${plural(recentCrashes, "time")} lately`]),
  ].join(", ");
}
