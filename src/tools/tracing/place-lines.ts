/** Places as few bytes: a folder once, each of its files once, with the lines of every symbol in it. */
import { displayPath } from "../../core/rel-path.ts";

export interface Place {
  path: string;
  lines: readonly number[];
  /** The symbol around the lines, or a remark; empty for none. */
  label: string;
}

interface FileLine {
  folder: string;
  name: string;
  text: string;
}

/** In the order in which the files are first named; neighbours in one folder share a line that names it. */
export function placeLines(places: readonly Place[]): string[] {
  const files = [...byPath(places)].map(([path, own]): FileLine => {
    const at = path.lastIndexOf("/") + 1;
    return { folder: path.slice(0, at), name: path.slice(at), text: sitesText(own) };
  });
  const lines: string[] = [];
  for (let at = 0; at < files.length; ) {
    let end = at + 1;
    while (end < files.length && files[end]!.folder === files[at]!.folder) end += 1;
    const isShared = end - at > 1 && files[at]!.folder !== "";
    if (isShared) lines.push(displayPath(files[at]!.folder));
    for (const { folder, name, text } of files.slice(at, end))
      lines.push(`${isShared ? ` ${displayPath(name)}` : displayPath(folder + name)}${text}`);
    at = end;
  }
  return lines;
}

function byPath(places: readonly Place[]): Map<string, Place[]> {
  const found = new Map<string, Place[]>();
  for (const place of places) {
    const known = found.get(place.path);
    if (known) known.push(place);
    else found.set(place.path, [place]);
  }
  return found;
}

/** `:12,40 Class.method; 77 other`. */
function sitesText(places: readonly Place[]): string {
  const byLabel = new Map<string, number[]>();
  for (const { label, lines } of places) {
    const known = byLabel.get(label);
    if (known) known.push(...lines);
    else byLabel.set(label, [...lines]);
  }
  const parts = [...byLabel]
    .map(([label, lines]) => ({ label, lines: [...new Set(lines)].sort((a, b) => a - b) }))
    .sort((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0))
    .map(({ label, lines }) => `${lines.join(",")} ${label}`.trim());
  const text = parts.filter((part) => part !== "").join("; ");
  return text === "" ? "" : `:${text}`;
}
