import { foldersUp } from "../../core/join-path.ts";
import { dirname } from "../../core/rel-path.ts";
import { defineFamily } from "../family.ts";
import type { ModuleQuestions, ScopedFile } from "../modules/contract.ts";
import { namedPackageRules } from "../modules/named-packages.ts";
import { CSHARP_PROJECT, type CSharpProject } from "./read-project.ts";

/** Of the projects in the folders above a file. */
function projectImports(q: ModuleQuestions, file: ScopedFile): readonly string[] {
  const folder = dirname(file.path);
  return q.remember(`usings\0${folder}`, () => {
    const above = new Set(foldersUp(folder));
    const fitting = q.configsOfKind<CSharpProject>("csharp").filter(({ path }) => above.has(dirname(path)));
    return [...new Set(fitting.flatMap(({ digest }) => digest.usings))];
  });
}

const DELEGATE = /^(?:System\.)?(?:Func|Action|Predicate|\w*(?:Delegate|Handler|Callback))\b/;

export const CSHARP_FAMILY = defineFamily({
  id: "csharp",
  modules: namedPackageRules("csharp", {
    seesOuterNamespaces: true,
    seesRoot: true,
    hasGlobalImports: true,
    projectImports,
  }),
  configs: [CSHARP_PROJECT],
  hasImplicitThis: true,
  hasDistinctOverloads: true,
  selfNames: ["this"],
  superNames: ["base"],
  hasGlobalNames: true,
  hasOpenTypes: true,
  tellsTypesByArity: true,
  hasOutsideMembers: true,
  receiverExtends: true,
  // What holds no delegate cannot be called.
  variableHidesMethod: (_language, type) => type === undefined || DELEGATE.test(type),
  transparentTypes: new Set(["Task", "ValueTask", "Lazy", "Nullable"]),
});
