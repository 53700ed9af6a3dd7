import type { ConfigDigest, LinkConfig } from "../modules/contract.ts";

export interface GoModConfig extends ConfigDigest {
  kind: "go";
  module: string;
  replaces: { from: string; to: string }[];
}

function readGoMod(text: string): GoModConfig | null {
  const module = /^\s*module\s+"?([^\s"]+)/m.exec(text)?.[1];
  if (!module) return null;
  const replaces = [...text.matchAll(/^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s*=>\s*(\.\.?\/\S*|\.\.?)/gm)].map(
    (match) => ({ from: match[1]!, to: match[2]! }),
  );
  return { kind: "go", module, replaces };
}

export const GO_MOD: LinkConfig<GoModConfig> = {
  kind: "go",
  fits: (basename) => basename === "go.mod",
  read: readGoMod,
};
