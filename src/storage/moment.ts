/**
 * Two clocks: the one since boot never runs backwards but begins anew with the machine, the wall clock may be set. Only
 * when both say "later" is it later.
 */
export interface Moment {
  wallMs: number;
  sinceBootNs: bigint;
}

export function readClocks(): Moment {
  return { wallMs: Date.now(), sinceBootNs: process.hrtime.bigint() };
}

export function isLater(moment: Moment, than: Moment): boolean {
  return moment.wallMs > than.wallMs && moment.sinceBootNs > than.sinceBootNs;
}
