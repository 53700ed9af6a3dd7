import type { LockHolder } from "./factory.ts";

/** A writer tells twice a second how far it is. */
const LONG_SILENCE_MS = 10_000;

/** In its own words, and for how long it has said nothing more: it may be stopped, or wait for a disk. */
export function whatHolderSays({ says, silentMs }: LockHolder): string {
  return silentMs < LONG_SILENCE_MS
    ? says
    : `${says}; it has been silent for ${Math.round(silentMs / 1000)} s`;
}
