/** Reads one value of a git configuration as text. Includes are not followed: nothing else is opened. */

/** The last value of `section.key`, as git takes it; null when absent. Subsections are not looked into. */
export function readConfigValue(text: string, section: string, key: string): string | null {
  let found: string | null = null;
  for (const entry of configEntries(text)) {
    const isMeant = entry.section === section.toLowerCase() && !entry.hasSubsection;
    if (isMeant && entry.key === key.toLowerCase()) found = entry.value;
  }
  return found;
}

/** Address of the remote that a clone has: the one called origin, else the first. */
export function readRemoteUrl(text: string): string | null {
  let first: string | null = null;
  for (const { section, subsection, key, value } of configEntries(text)) {
    if (section !== "remote" || key !== "url") continue;
    if (subsection === "origin") return value;
    first ??= value;
  }
  return first;
}

/** Files that git opens because the configuration names them. */
export function namedFiles(text: string): { name: string; isInclude: boolean }[] {
  return [...configEntries(text)].flatMap(({ section, key, value }) => {
    const isInclude = key === "path" && (section === "include" || section === "includeif");
    const isRead = isInclude || (section === "core" && (key === "excludesfile" || key === "attributesfile"));
    return isRead && value !== "" ? [{ name: value, isInclude }] : [];
  });
}

interface ConfigEntry {
  /** Lower case, like `key`. */
  section: string;
  hasSubsection: boolean;
  /** Empty without one. */
  subsection: string;
  key: string;
  value: string;
}

function* configEntries(text: string): Generator<ConfigEntry> {
  let section = "";
  let hasSubsection = false;
  let subsection = "";
  for (const raw of joinContinued(text).split("\n")) {
    let line = raw.trim();
    const header = /^\[\s*([A-Za-z0-9.-]+)\s*("(?:[^"\\]|\\.)*")?\s*\]/.exec(line);
    if (header) {
      section = header[1]!.toLowerCase();
      hasSubsection = header[2] !== undefined;
      subsection = header[2]?.slice(1, -1) ?? "";
      line = line.slice(header[0].length).trim();
    }
    const entry = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/.exec(line);
    if (entry) {
      const value = entry[2] === undefined ? "true" : unquote(entry[2]);
      yield { section, hasSubsection, subsection, key: entry[1]!.toLowerCase(), value };
    }
  }
}

function joinContinued(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(/\\\n/g, "");
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** Drops quotes and comments and resolves escapes; quotes may stand anywhere in a value. */
function unquote(value: string): string {
  let out = "";
  let isQuoted = false;
  let trimmedLength = 0;
  for (let at = 0; at < value.length; at++) {
    const char = value[at]!;
    if (char === '"') {
      isQuoted = !isQuoted;
      trimmedLength = out.length;
      continue;
    }
    if (!isQuoted && (char === "#" || char === ";")) break;
    if (char === "\\" && at + 1 < value.length) {
      at += 1;
      out += ESCAPES[value[at]!] ?? value[at]!;
    } else {
      out += char;
    }
    if (isQuoted || !/\s/.test(char)) trimmedLength = out.length;
  }
  return out.slice(0, trimmedLength);
}
