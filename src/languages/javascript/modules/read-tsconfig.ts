import type { ConfigDigest, LinkConfig } from "../../modules/contract.ts";
import { asObject, strings } from "../../modules/json-values.ts";
import { parseJsonWithComments } from "../../modules/json-with-comments.ts";

export interface TypeScriptConfig extends ConfigDigest {
  kind: "typescript";
  extends: string[];
  baseUrl?: string;
  paths?: Record<string, string[]>;
  references: string[];
}

function readTypeScript(text: string): TypeScriptConfig {
  const json = asObject(parseJsonWithComments(text));
  const options = asObject(json.compilerOptions);
  const config: TypeScriptConfig = { kind: "typescript", extends: strings(json.extends), references: [] };
  if (typeof options.baseUrl === "string") config.baseUrl = options.baseUrl;
  if (options.paths !== undefined) {
    config.paths = Object.fromEntries(
      Object.entries(asObject(options.paths)).map(([pattern, targets]) => [pattern, strings(targets)]),
    );
  }
  if (Array.isArray(json.references)) {
    config.references = json.references.flatMap((item) => strings(asObject(item).path));
  }
  return config;
}

export const TSCONFIG: LinkConfig<TypeScriptConfig> = {
  kind: "typescript",
  fits: (basename) => /^(?:tsconfig|jsconfig)[\w.-]*\.json$/.test(basename),
  read: readTypeScript,
};
