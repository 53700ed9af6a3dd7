/**
 * The wall clock of a process, moved by as many milliseconds as a file says at every look. Loaded first by every
 * program of a build made by `createShiftedBuild`; parsing processes get no environment, so the file's name is in the
 * address of this module. `performance.now` and timers are left as they are: nobody sets those.
 */
import { readFileSync } from "node:fs";

const file = decodeURIComponent(new URL(import.meta.url).search.slice(1));
const RealDate = globalThis.Date;

function now() {
  return RealDate.now() + Number(readFileSync(file, "utf8") || 0);
}

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static now() {
    return now();
  }
};
