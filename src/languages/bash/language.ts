import type { ImportFact } from "../../core/facts.ts";
import { type CapturedMatch, defineLanguage } from "../contract.ts";
import { stringForm } from "../literal-syntax.ts";
import { isBuiltin } from "./builtins.ts";
import { SHELL_FAMILY } from "./family.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "bash",
  label: "Shell",
  aliases: ["sh", "shell"],
  extensions: [".sh", ".bash", ".zsh", ".ksh", ".bats"],
  filenames: [".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv", "PKGBUILD"],
  shebangs: ["bash", "sh", "zsh", "dash", "ksh", "ash", "bats"],
  grammar: "bash",
  query,
  literals: {
    strings: [
      stringForm('"', { isMultiline: true, holes: ["dollar-braces", "dollar-parentheses", "dollar-name"] }),
      stringForm("'", { escaping: "none", isMultiline: true }),
    ],
    lineComments: ["#"],
    blockComments: [],
    joins: [],
    bareArguments: "spaces",
  },
  role: "code",
  family: SHELL_FAMILY,
  // Everything at file level is there for whoever sources the file.
  scopeOf: () => "exported",
  readImport,
  refine(facts) {
    for (const symbol of facts.symbols) {
      if (symbol.kind !== "macro") continue;
      symbol.name = symbol.name.replace(/=.*$/s, "");
      symbol.qualifiedName = symbol.qualifiedName.replace(/=.*$/s, "");
    }
    const own = new Set(facts.symbols.map((symbol) => symbol.name));
    facts.references = facts.references.filter(({ name }) => own.has(name) || !isBuiltin(name));
  },
});

/** `"$(dirname "$0")/lib.sh"` and `$DIR/lib.sh`: what stands for a folder is taken for the script's own. */
function readImport(match: CapturedMatch): ImportFact[] {
  const node = match.source?.[0];
  if (!node) return [];
  const source = node.text
    .replace(/["']/g, "")
    .replace(/^(?:\$\((?:[^()]|\([^()]*\))*\)|\$\{[^}]*\}|\$\w+|`[^`]*`)(?=\/)/, ".");
  if (source === "" || source.includes("$") || source.includes("`")) return [];
  return [{ source, kind: "include", isWildcard: true, bindings: [], line: node.startLine }];
}
