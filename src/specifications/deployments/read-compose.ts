/** Compose files: the names of services, and the folders that they are built from. */
import type { DeployedService } from "../contract.ts";
import { pathFrom } from "../references.ts";
import { childOf, entriesOf, itemsOf, type TreeNode, textAt, textOf } from "../yaml-tree.ts";

export function isComposeFile(path: string): boolean {
  return /(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$/i.test(path);
}

export function readCompose(root: TreeNode): DeployedService[] {
  const services = childOf(root, "services");
  const { path } = root.tree;
  return (services ? entriesOf(services) : []).flatMap(({ key: name, startLine: line, value }) => {
    const folder = folderOf(path, value);
    return [name, ...aliasesOf(value)].map((called) => ({
      name: called,
      folder,
      path,
      line,
      from: "compose",
    }));
  });
}

function folderOf(path: string, service: TreeNode): string | null {
  const build = childOf(service, "build");
  if (!build) return null;
  const context = textOf(build) ?? textAt(build, "context");
  if (context === null || context.includes("$")) return null;
  // `build: .` at the root: the whole repository.
  const file = pathFrom(path, `${context.replace(/\/+$/, "")}/.`);
  return file ?? (/^\.?\/?$/.test(context) && !path.includes("/") ? "" : null);
}

/** Further names in its networks. */
function aliasesOf(service: TreeNode): string[] {
  const networks = childOf(service, "networks");
  const named = networks ? entriesOf(networks) : [];
  const aliases = named.flatMap(({ value }) => {
    const list = childOf(value, "aliases");
    return list ? itemsOf(list).flatMap((one) => textOf(one) ?? []) : [];
  });
  const container = textAt(service, "container_name");
  return container === null ? aliases : [...aliases, container];
}
