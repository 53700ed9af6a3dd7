import { basename } from "../../core/rel-path.ts";
import { defineFamily } from "../family.ts";
import { exactFile, pathRules } from "../modules/by-path.ts";
import { type Meaning, MOST_NAMED, type ModuleQuestions, type ScopedFile } from "../modules/contract.ts";
import { EXTERNAL } from "../modules/meaning.ts";

/** `source "$DIR/lib.sh"`: the variable part is not known, the rest mostly says enough. */
function sourcedFile(q: ModuleQuestions, fromPath: string, source: string): ScopedFile | null {
  const plain = source.replace(/["']/g, "").replace(/^.*[$)}][^/]*\//, "");
  const exact = exactFile(q, fromPath, plain);
  if (exact) return exact;
  const fitting = q
    .filesWithBasename(basename(plain))
    .filter(({ path }) => path === plain || path.endsWith(`/${plain}`));
  return fitting.length === 1 ? fitting[0]! : null;
}

/** Scripts are often sourced by paths that are put together when they run; a unique name is likely the one meant. */
function onlyFunctionNamed(q: ModuleQuestions, name: string): Meaning {
  const named = q.named("shell", name);
  const functions = named.filter(({ symbol }) => symbol.kind === "function");
  return functions.length === 1 && named.length < MOST_NAMED
    ? { state: "found", entities: functions, isHeuristic: true }
    : EXTERNAL;
}

export const SHELL_FAMILY = defineFamily({
  id: "shell",
  modules: pathRules({ resolve: sourcedFile, elsewhere: onlyFunctionNamed }),
  selfNames: [],
  superNames: [],
});
