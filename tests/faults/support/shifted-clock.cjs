/**
 * The wall clock of a process, moved by as many milliseconds as a file says at every look. Loaded first by every
 * program of a build made by `createShiftedBuild`; parsing processes get no environment, so the file's name is handed over
 * by the line that loads this. `performance.now` and timers are left as they are: nobody sets those.
 */
const { readFileSync } = require("node:fs");

exports.shiftClock = (file) => {
  const RealDate = globalThis.Date;
  const now = () => RealDate.now() + Number(readFileSync(file, "utf8") || 0);

  globalThis.Date = class ShiftedDate extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(now());
      else super(...given);
    }
    static now() {
      return now();
    }
  };
};
