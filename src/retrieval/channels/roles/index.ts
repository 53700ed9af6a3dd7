/** What kind of file it is: tests, documentation, vendored copies. It finds nothing, it only weighs. */
import { isProgramLanguage, languageById } from "../../../languages/detect.ts";
import type { CorpusFile } from "../../corpus/corpus.ts";
import { PATH_FLAGS, type PathFlag } from "../../corpus/path-facts.ts";
import type { Lifts } from "../../query/classify.ts";
import type { ScopeMember } from "../../scope/scope.ts";
import { type Asked, type Channel, type Evidence, type Feature, gatherEach } from "../contract.ts";

const ABOUT_FLAG: Record<PathFlag, [feature: string, about: string]> = {
  test: ["isTest", "a test"],
  vendor: ["isVendor", "code of others"],
  generated: ["isGenerated", "written by a program"],
  docs: ["isDocs", "documentation"],
  example: ["isExample", "an example"],
  legacy: ["isLegacy", "kept for old users"],
  barrel: ["isBarrel", "the door of a folder, such as index.ts"],
  config: ["isConfig", "configuration"],
  locale: ["isLocale", "translations"],
  migration: ["isMigration", "a migration"],
  declaration: ["isDeclaration", "declarations without code"],
  benchmark: ["isBenchmark", "a benchmark"],
};

const FEATURES: readonly Feature[] = [
  ...PATH_FLAGS.map((flag) => {
    const [name, about] = ABOUT_FLAG[flag];
    return asIs(name, `1 for a file whose path says that it is ${about}, unless such are asked for`);
  }),
  asIs("isNotCode", "1 for a file that is no program"),
  asIs("languageShare", "share of the repository's code files in its language"),
  asIs("isHeader", "1 for a header of C or C++"),
  asIs("logLength", "logarithm of its length"),
  asIs("depth", "directories above it, in tenths"),
];

function asIs(name: string, about: string): Feature {
  return { name, scale: "as is", about };
}

export const roles: Channel = { id: "roles", features: FEATURES, gather: gatherEach(evidenceOf) };

/** What the order of candidates holds against tests and documentation; they seldom are what is to be changed. */
const TEST_HELD_BACK = 0.9;
const DOCS_HELD_BACK = 0.5;

function evidenceOf({ corpus, view }: ScopeMember, { understanding }: Asked): Evidence {
  const lifted = liftedFlags(understanding.classification.lifts);
  const isWanted = ({ language }: CorpusFile) =>
    view.isDocumentation === true && languageById(language)?.role === "docs";
  return {
    heldBack: (file) => {
      const { flags } = file.facts;
      if (isWanted(file)) return 0;
      return (flags.has("test") ? TEST_HELD_BACK : 0) + (flags.has("docs") ? DOCS_HELD_BACK : 0);
    },
    fill(file, row, at) {
      const { flags, extension, depth } = file.facts;
      const isMeant = isWanted(file);
      let next = at;
      for (const flag of PATH_FLAGS) row[next++] = flags.has(flag) && !lifted.has(flag) && !isMeant ? 1 : 0;
      row[next++] = isMeant || isProgramLanguage(file.language) ? 0 : 1;
      row[next++] = file.languageShare;
      row[next++] = /^(?:h|hh|hpp|hxx)$/.test(extension) ? 1 : 0;
      row[next++] = Math.log1p(corpus.docLength[file.doc]!) / 10;
      row[next++] = Math.min(10, depth) / 10;
    },
  };
}

function liftedFlags(lifts: Lifts): Set<PathFlag> {
  const flags = new Set<PathFlag>();
  if (lifts.tests) flags.add("test");
  if (lifts.docs) flags.add("docs");
  if (lifts.examples) flags.add("example");
  if (lifts.config) flags.add("config");
  return flags;
}
