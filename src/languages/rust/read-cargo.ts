import type { ConfigDigest, LinkConfig } from "../modules/contract.ts";
import { parseSimpleToml } from "../modules/simple-toml.ts";

export interface CargoConfig extends ConfigDigest {
  kind: "cargo";
  name?: string;
  libPath?: string;
}

function readCargo(text: string): CargoConfig {
  const toml = parseSimpleToml(text);
  const config: CargoConfig = { kind: "cargo" };
  const name = toml.get("lib.name")?.[0] ?? toml.get("package.name")?.[0];
  if (name !== undefined) config.name = name;
  const libPath = toml.get("lib.path")?.[0];
  if (libPath !== undefined) config.libPath = libPath;
  return config;
}

export const CARGO_TOML: LinkConfig<CargoConfig> = {
  kind: "cargo",
  fits: (basename) => basename === "Cargo.toml",
  read: readCargo,
};
