import type { ConfigDigest, LinkConfig } from "../../modules/contract.ts";
import { asObject } from "../../modules/json-values.ts";
import { parseJsonWithComments } from "../../modules/json-with-comments.ts";

export type ExportsMap = string | null | ExportsMap[] | { [key: string]: ExportsMap };

export interface PackageConfig extends ConfigDigest {
  kind: "package";
  name?: string;
  /** source, types, typings, module, main: in the order in which they are tried. */
  entries: string[];
  exports?: ExportsMap;
  imports?: ExportsMap;
}

function readPackage(text: string): PackageConfig {
  const json = asObject(parseJsonWithComments(text));
  const entries = ["source", "types", "typings", "module", "main"].flatMap((field) =>
    typeof json[field] === "string" ? [json[field] as string] : [],
  );
  const config: PackageConfig = { kind: "package", entries };
  if (typeof json.name === "string") config.name = json.name;
  if (json.exports !== undefined) config.exports = json.exports as ExportsMap;
  if (json.imports !== undefined) config.imports = json.imports as ExportsMap;
  return config;
}

export const PACKAGE_JSON: LinkConfig<PackageConfig> = {
  kind: "package",
  fits: (basename) => basename === "package.json",
  read: readPackage,
  packageNameOf: ({ name }) => name,
};
