/** Locks that are read line by line: go.mod, which names exact versions, Gemfile.lock, mix.lock, pinned requirements. */
import type { LockFormat } from "./contract.ts";

function linesMatching(pattern: RegExp): LockFormat["read"] {
  return (text) =>
    text.split("\n").flatMap((line) => {
      const [, name, version] = pattern.exec(line) ?? [];
      return name !== undefined && version !== undefined ? [{ name, version }] : [];
    });
}

/** Of the blocks `GEM`, `GIT` and `PATH` only the first is installed like any other gem; its specs stand four deep. */
function ofGemfile(text: string): ReturnType<LockFormat["read"]> {
  const blocks = text.split(/\n(?=[A-Z])/).filter((block) => block.startsWith("GEM\n"));
  // A version for one platform is `1.15.4-x86_64-linux`.
  return blocks.flatMap(linesMatching(/^ {4}([\w.-]+) \(([^\s)]+)\)$/));
}

export const LINE_LOCKS: readonly LockFormat[] = [
  {
    ecosystem: "go",
    basename: "go.mod",
    read: linesMatching(/^\s*(?:require\s+)?([\w.-]+\.[\w-]+\/[\w./~-]+|[\w-]+\.\w+(?:\/v\d+)?)\s+(v\d\S*)/),
  },
  { ecosystem: "rubygems", basename: "Gemfile.lock", read: ofGemfile },
  { ecosystem: "hex", basename: "mix.lock", read: linesMatching(/^\s*"(\w+)": \{:hex, :\w+, "([^"]+)"/) },
  {
    ecosystem: "python",
    basename: "requirements.txt",
    read: linesMatching(/^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*==\s*([^\s;,#\\]+)/),
  },
];
