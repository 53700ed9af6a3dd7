/** Two repositories asked as one: what is asked, and whether an answer is right while one of them is in trouble. */
const QUESTIONS = ["unit_3", "Holder7 value", "unit_10 read", "adds"];
const OUR_CODE = /^(?!ERR_|SQLITE_)[A-Z]+_[A-Z_]+$/;

/** `request`: home, root of the one in trouble, and `beside`, the root of the other. */
export function askOfBoth(oracle, request) {
  return oracle.ask({ questions: QUESTIONS, isServing: true, ...request });
}

/** What may be answered: from each tree that was indexed, and from the other repository alone. */
export class BothTruths {
  #trees = [];
  #alone = null;
  #besideDump = null;

  /** Of an undamaged index of one of the trees. */
  add(report) {
    if (!report.answers || report.absent.length > 0) throw new Error(`no truth: ${JSON.stringify(report)}`);
    if (this.#trees.some(({ dump }) => dump === report.dump)) throw new Error("the trees must differ");
    this.#trees.push(report);
    this.#besideDump = report.besideDump;
  }

  /** Of the scope whose first member is not there. */
  setAlone(report) {
    if (!report.answers || report.absent.join() !== "first")
      throw new Error(`nobody is absent: ${JSON.stringify(report)}`);
    this.#alone = report.answers;
  }

  /**
   * `right`: of one of the trees; `named`: of the other repository alone, and the answer says so; `silent`: no answer of
   * the other repository; `wrong`: anything else. `isFresh`: only the newest tree is right.
   */
  judge(report, { isFresh = false } = {}) {
    if (report.died) return { kind: "silent", why: "the reader died" };
    if (report.error) return { kind: "silent", why: `${report.error.code} ${report.error.message}` };
    if (report.besideDump !== this.#besideDump || report.absent.includes("second"))
      return { kind: "silent", why: "the other repository is not what it was" };
    const trees = isFresh ? this.#trees.slice(-1) : this.#trees;
    const isRight = (answer, at) => trees.some(({ answers }) => answers[at] === answer);
    const isAlone = (answer, at) => this.#alone?.[at] === answer;
    // An index that was given up when it was opened is empty until the next update.
    const mayBeAlone = report.absent.includes("first") || (report.isMovedAside && !isFresh);
    for (const [at, answer] of report.answers.entries()) {
      if (!isRight(answer, at) && !(mayBeAlone && isAlone(answer, at)))
        return { kind: "wrong", why: answer.slice(0, 300) };
    }
    if (report.dumpError && !OUR_CODE.test(report.dumpError.code ?? ""))
      return { kind: "wrong", why: report.dumpError.message };
    const mayBeEmpty = report.dumpError !== undefined || report.isMovedAside;
    if (!mayBeEmpty && !trees.some(({ dump }) => dump === report.dump))
      return { kind: "wrong", why: "neither the old nor the new tree" };
    if (report.problems.length > 0) return { kind: "wrong", why: report.problems[0] };
    const newest = this.#trees.at(-1);
    if ((report.updatedDump ?? newest.dump) !== newest.dump)
      return { kind: "wrong", why: "the next update gives another index" };
    return { kind: report.absent.length > 0 ? "named" : "right" };
  }
}
