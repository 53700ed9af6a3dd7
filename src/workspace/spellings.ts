/**
 * Names that git lists and the volume takes for one file: `A.ts` and `a.ts` on a volume that does not tell letter case
 * apart. Each would show the other's content.
 */
import type { RelPath } from "../core/rel-path.ts";
import type { RootJail } from "./path-jail.ts";

export class Spellings {
  readonly #jail: Pick<RootJail, "list">;
  readonly #seen = new Map<string, { path: RelPath; inode: bigint }>();

  constructor(jail: Pick<RootJail, "list">) {
    this.#jail = jail;
  }

  /** The name under which this file was met before; null for one that is new, or a file of its own. */
  twinOf(path: RelPath, inode: bigint): RelPath | null {
    const folded = path.normalize("NFC").toLowerCase();
    const before = this.#seen.get(folded);
    if (before === undefined) {
      this.#seen.set(folded, { path, inode });
      return null;
    }
    return before.inode === inode && !this.#areBothListed(path, before.path) ? before.path : null;
  }

  /** Two hard links have one inode, too, but the folder in which the names part lists both. */
  #areBothListed(a: string, b: string): boolean {
    const [first, second] = [a.split("/"), b.split("/")];
    const at = first.findIndex((part, index) => part !== second[index]);
    const folder = first.slice(0, at).join("/") as RelPath | "";
    const listed = this.#jail.list(folder);
    if (!listed.ok) return false;
    const names = new Set(listed.entries.map(({ name }) => name));
    return names.has(first[at]!) && names.has(second[at]!);
  }
}
