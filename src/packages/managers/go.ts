/** Go: one module per go.mod, held together by go.work. */
import type { Problem } from "../../core/errors.ts";
import { joinPath } from "../../core/join-path.ts";
import { basename, dirname } from "../../core/rel-path.ts";
import { GO_MOD } from "../../languages/go/read-mod.ts";
import type { Package, PackageDependency, PackageManager, Workspace } from "../contract.ts";
import { membersOf } from "../members.ts";

const MANIFEST = "go.mod";
/** Where go itself looks for no modules of the tree; examples and tests with a go.mod are modules as others are. */
const LEFT_OUT = /(?:^|\/)(?:testdata|vendor|node_modules)\//;

export const go: PackageManager = {
  id: "go",
  isManifest: (name) => name === MANIFEST || name === "go.work",
  find(tree) {
    const problems: Problem[] = [];
    const workspaces: Workspace[] = [];
    const declared = new Set<string>();
    for (const path of tree.paths) {
      if (basename(path) !== "go.work") continue;
      const patterns = directives(tree.read(path) ?? "", "use").map((line) => line.replace(/^"|"$/g, ""));
      workspaces.push({ manager: "go", config: path, patterns, tools: [] });
      const members = membersOf(
        { config: path, base: dirname(path), patterns, basename: MANIFEST },
        tree.paths,
      );
      problems.push(...members.problems);
      for (const manifest of members.manifests) declared.add(manifest);
    }
    const packages = tree.paths.flatMap((path): Package[] => {
      const isDeclared = declared.has(path) || path === MANIFEST;
      if (basename(path) !== MANIFEST || (!isDeclared && LEFT_OUT.test(path))) return [];
      const text = tree.read(path) ?? "";
      const config = GO_MOD.read(text, MANIFEST);
      if (!config) return [];
      const root = dirname(path);
      return [
        {
          name: config.module,
          ecosystem: "go",
          manager: "go",
          language: "go",
          root,
          manifest: path,
          version: null,
          isDeclared,
          isLibrary: !tree.has(root === "" ? "main.go" : `${root}/main.go`),
          dependencies: requirements(text, config.replaces, root),
          aliases: [],
          entries: ["."],
        },
      ];
    });
    return { packages, workspaces, problems };
  },
};

function requirements(
  text: string,
  replaces: readonly { from: string; to: string }[],
  root: string,
): PackageDependency[] {
  return directives(text, "require").flatMap((line): PackageDependency[] => {
    const [, name, version] = /^(\S+)\s+(\S+)/.exec(line) ?? [];
    if (name === undefined) return [];
    const local = replaces.find(({ from }) => from === name)?.to;
    const at = local === undefined ? null : joinPath(root, local);
    return [{ name, kind: "runtime", version: version!, ...(at !== null && { folder: at }) }];
  });
}

/** Arguments of a directive, on its line or one per line in parentheses; what others need is no argument. */
function directives(text: string, word: string): string[] {
  const found: string[] = [];
  let isInside = false;
  for (const raw of text.split(/\r?\n/)) {
    if (/\/\/\s*indirect\b/.test(raw)) continue;
    const line = raw.replace(/\/\/.*$/, "").trim();
    if (isInside && line === ")") isInside = false;
    else if (isInside && line !== "") found.push(line);
    else if (new RegExp(`^${word}\\s*\\($`).test(line)) isInside = true;
    else if (line.startsWith(`${word} `)) found.push(line.slice(word.length + 1).trim());
  }
  return found;
}
