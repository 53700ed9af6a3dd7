import { describe, expect, it } from "vitest";
import { AppError } from "../core/errors.ts";
import { healing } from "./healing.ts";

describe("a question whose index goes from under it", () => {
  const ask = async (failures: AppError[]) => {
    const renewed: unknown[] = [];
    const left = [...failures];
    const answer = healing(
      "/r",
      async (_root, error) => void renewed.push(error),
      async (isBegunAnew) => {
        const failure = left.shift();
        if (failure) throw failure;
        return isBegunAnew;
      },
    );
    return { answer: await answer.catch((error: AppError) => error.code), renewed: renewed.length };
  };
  const closed = new AppError("INDEX_CLOSED", "another generation", { hint: "", retryable: true });
  const damaged = new AppError("INDEX_DAMAGED", "torn", { hint: "" });

  it("is asked again while others publish, and not for ever", async () => {
    expect(await ask([])).toEqual({ answer: false, renewed: 0 });
    expect(await ask([closed, closed, closed])).toEqual({ answer: true, renewed: 3 });
    expect(await ask(Array(9).fill(closed))).toEqual({ answer: "INDEX_CLOSED", renewed: 4 });
  });

  it("is built anew once when it is damaged", async () => {
    expect(await ask([damaged])).toEqual({ answer: true, renewed: 1 });
    expect(await ask([damaged, damaged])).toEqual({ answer: "INDEX_DAMAGED", renewed: 1 });
  });
});
