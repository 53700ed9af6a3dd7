/**
 * What linking needs of configuration files, and nothing else of them: a version bump in package.json changes no
 * digest and relinks nothing. Which files there are, and how each is read, the families of languages say.
 */
import { basename } from "../core/rel-path.ts";
import { LINK_CONFIGS } from "../languages/families.ts";
import type { ConfigDigest, LinkConfig } from "../languages/modules/contract.ts";

/** How the file at `path` is read; null for a file that linking does not read. */
export function linkConfigOf(path: string): LinkConfig | null {
  const base = basename(path);
  return LINK_CONFIGS.find(({ fits }) => fits(base)) ?? null;
}

export function isLinkConfig(path: string): boolean {
  return linkConfigOf(path) !== null;
}

export function readConfigDigest(path: string, text: string): ConfigDigest | null {
  return linkConfigOf(path)?.read(text, basename(path)) ?? null;
}

/** The name that other packages import this one by. */
export function packageNameOf(path: string, digest: ConfigDigest): string | undefined {
  return linkConfigOf(path)?.packageNameOf?.(digest);
}
