/** Kubernetes manifests: the names that services are reached by, and what an ingress hands on to them. */
import type { DeployedService, GatewayRule } from "../contract.ts";
import { childOf, itemsOf, type TreeNode, textAt, textOf } from "../yaml-tree.ts";

export interface KubernetesRead {
  services: DeployedService[];
  gateways: GatewayRule[];
}

export function isKubernetes(root: TreeNode): boolean {
  return textAt(root, "apiVersion") !== null && textAt(root, "kind") !== null;
}

export function readKubernetes(root: TreeNode): KubernetesRead {
  const kind = textAt(root, "kind");
  const { path } = root.tree;
  const metadata = childOf(root, "metadata");
  const name = metadata && textAt(metadata, "name");
  const line = root.tree.startLine(root.node);
  if (kind === "Service" && name)
    return { services: [{ name, folder: null, path, line, from: "kubernetes" }], gateways: [] };
  return { services: [], gateways: kind === "Ingress" ? ingressRules(root, path, line) : [] };
}

function ingressRules(root: TreeNode, path: string, line: number): GatewayRule[] {
  const rules = below(root, "spec", "rules");
  return (rules ? itemsOf(rules) : []).flatMap((rule) => {
    const paths = below(rule, "http", "paths");
    return (paths ? itemsOf(paths) : []).flatMap((one): GatewayRule[] => {
      const service =
        textOf(below(one, "backend", "service", "name")) ?? textOf(below(one, "backend", "serviceName"));
      const prefix = (textAt(one, "path") ?? "/").replace(/\(.*$|\*$/, "");
      return service === null
        ? []
        : [{ prefix, address: `http://${service}`, stripsPrefix: false, path, line }];
    });
  });
}

function below(at: TreeNode, ...keys: readonly string[]): TreeNode | null {
  let place: TreeNode | null = at;
  for (const key of keys) place = place && childOf(place, key);
  return place;
}
