import { defineFamily } from "../family.ts";
import { exactFile } from "../modules/by-path.ts";
import { namedPackageRules } from "../modules/named-packages.ts";

export const PHP_FAMILY = defineFamily({
  id: "php",
  modules: {
    ...namedPackageRules("php", { seesOuterNamespaces: false, seesRoot: true }),
    importedFiles(q, file, source) {
      const target = source.kind === "require" ? exactFile(q, file.path, source.source) : null;
      return target ? [target] : [];
    },
  },
  selfNames: ["$this", "self", "static"],
  superNames: ["parent"],
  hasGlobalNames: true,
  hasOpenTypes: true,
  isOftenUntyped: true,
  hasUnionTypes: true,
});
