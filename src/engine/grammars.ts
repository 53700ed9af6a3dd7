/** Grammars that the user adds: found in a folder or a package, kept below the home, used by every update. */
import { AppError, type Problem } from "../core/errors.ts";
import { withDownloadedPackage } from "../parsing/grammars/download-package.ts";
import { findGrammar, type GrammarChoice, packageFolder } from "../parsing/grammars/find-grammar.ts";
import {
  type AddedGrammar,
  addGrammar,
  listGrammars,
  loadAddedLanguages,
  removeGrammar,
} from "../parsing/grammars/grammar-store.ts";
import { useAddedLanguages } from "../parsing/grammars/use-added-languages.ts";
import type { PooledFileParser } from "./file-parser.ts";

export type { AddedGrammar } from "../parsing/grammars/grammar-store.ts";

export interface AddGrammarOptions extends GrammarChoice {
  /** Folder that a path starts at, and where installed packages are looked for. */
  from: string;
  /** npm may fetch a package that is not installed. */
  mayDownload?: boolean;
}

export interface Grammars {
  list(): AddedGrammar[];
  add(source: string, options: AddGrammarOptions): Promise<AddedGrammar>;
  remove(name: string): AddedGrammar;
}

export function grammarsOf(home: string): Grammars {
  return {
    list: () => listGrammars(home),
    remove: (name) => removeGrammar(home, name),
    add: async (source, options) => {
      const folder = packageFolder(source, options.from);
      if (folder !== null) return addGrammar(home, findGrammar(folder, options));
      if (!options.mayDownload)
        throw new AppError("GRAMMAR_NOT_FOUND", `${source} is neither a folder nor an installed package`, {
          hint: "--download lets npm fetch the package; nothing of it is run",
        });
      return withDownloadedPackage(home, source, (fetched) =>
        addGrammar(home, findGrammar(fetched, options)),
      );
    },
  };
}

/** Makes what is added now known to this process and to the parsing processes. */
export function refreshLanguages(home: string, parser: PooledFileParser): Problem[] {
  const { languages, problems } = loadAddedLanguages(home);
  useAddedLanguages(languages);
  parser.addedLanguages = languages;
  return problems;
}
