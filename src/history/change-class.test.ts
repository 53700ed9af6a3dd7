import { expect, it } from "vitest";
import type { PastCommit } from "../core/past-commit.ts";
import { changesByFile } from "./change-class.ts";

const commit = (paths: string[], added: string[] = []): PastCommit => ({ id: "", message: "", paths, added });
const others = (count: number) => Array.from({ length: count }, () => commit(["other"]));

it("a file is hot, active, new, stable or dormant by the commits that changed it", () => {
  const history = [
    ...Array.from({ length: 6 }, () => commit(["hot"])),
    commit(["active", "new"], ["new"]),
    ...others(300),
    commit(["stable"]),
    ...others(900),
    commit(["dormant", "active"]),
  ];
  const classes = [...changesByFile(history)].map(([path, { class: name }]) => [path, name]);
  expect(Object.fromEntries(classes)).toEqual({
    hot: "hot",
    active: "active",
    new: "new",
    other: "hot",
    stable: "stable",
    dormant: "dormant",
  });
});

it("a sweep through the tree changes no class, but time passes", () => {
  const sweep = commit(Array.from({ length: 40 }, (_, at) => `f${at}`));
  expect(changesByFile([sweep, commit(["f1"])]).get("f1")).toEqual({ changes: 1, last: 1, class: "active" });
});
