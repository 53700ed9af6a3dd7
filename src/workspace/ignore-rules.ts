/** Ignore files in git's syntax, any number of them at any level; deeper files overrule shallower ones. */
import ignore, { type Ignore } from "ignore";
import { dirname } from "../core/rel-path.ts";

export class IgnoreRules {
  readonly #byFolder = new Map<string, Ignore>();
  readonly #ignoredFolders = new Map<string, boolean>();

  /** Rules of the ignore file that lies in `folder` ("" for the root). Add a folder's rules before asking below it. */
  add(folder: string, text: string): void {
    const rules = this.#byFolder.get(folder) ?? ignore({ ignorecase: false });
    rules.add(text.replace(/^\ufeff/, ""));
    this.#byFolder.set(folder, rules);
  }

  get isEmpty(): boolean {
    return this.#byFolder.size === 0;
  }

  /** As git decides: nothing below an ignored folder can be brought back. */
  isIgnored(path: string): boolean {
    if (this.isEmpty) return false;
    return this.isFolderIgnored(dirname(path)) || this.#decide(path, "");
  }

  isFolderIgnored(folder: string): boolean {
    if (folder === "" || this.isEmpty) return false;
    const known = this.#ignoredFolders.get(folder);
    if (known !== undefined) return known;
    const isIgnored = this.isFolderIgnored(dirname(folder)) || this.#decide(folder, "/");
    this.#ignoredFolders.set(folder, isIgnored);
    return isIgnored;
  }

  /** The verdict on the path itself; its parents are known to be kept. */
  #decide(path: string, slash: "" | "/"): boolean {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const rules = this.#byFolder.get(folder);
      if (rules !== undefined) {
        const below = folder === "" ? path : path.slice(folder.length + 1);
        const verdict = rules.test(below + slash);
        if (verdict.unignored) return false;
        if (verdict.ignored) {
          // A parent that these rules ignore was brought back by a deeper file; then they only repeat the parent.
          const parent = dirname(below);
          if (parent === "" || !rules.test(`${parent}/`).ignored) return true;
        }
      }
      if (folder === "") return false;
    }
  }
}
