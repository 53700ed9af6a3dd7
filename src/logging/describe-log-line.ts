/** A line of the log for people: when, who, what, and then what is known of it. */
const FIRST = ["tool", "name", "state", "root", "place", "outcome", "code", "ending"];
const HIDDEN = new Set(["time", "level", "pid", "kind", "at", ...FIRST]);
const KIND_WIDTH = 6;

/** What is no line of ours is shown as it is. */
export function describeLogLine(line: string): string {
  const fields = readFields(line);
  if (fields === null) return line;
  const { time, level, pid, kind } = fields;
  const named = FIRST.flatMap((name) => (fields[name] === undefined ? [] : [String(fields[name])]));
  const others = Object.entries(fields)
    .filter(([name, value]) => !HIDDEN.has(name) && !isEmpty(value))
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const mark = level === "warn" ? " !" : "";
  return [time, pid, `${String(kind).padEnd(KIND_WIDTH)}${mark}`, ...named, ...others].join("  ");
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function readFields(line: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === "object" && read !== null && "kind" in read
      ? (read as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
