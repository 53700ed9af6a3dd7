import { joinPath } from "../../core/join-path.ts";
import { dirname } from "../../core/rel-path.ts";
import { defineFamily } from "../family.ts";
import { pathRules } from "../modules/by-path.ts";

export const ZIG_FAMILY = defineFamily({
  id: "zig",
  modules: pathRules({
    resolve(q, fromPath, source) {
      const path = joinPath(dirname(fromPath), source);
      return path === null ? null : q.file(path);
    },
  }),
  selfNames: ["self"],
  superNames: [],
});
