import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { Patience } from "./patience.ts";

it("counts no member late for what the others took", async () => {
  const patience = new Patience(100);
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = async () => {
    turn = turn.then(() => sleep(40));
    return turn;
  };
  const done = await Promise.allSettled(Array.from({ length: 8 }, () => patience.waitFor(inTurn())));
  expect(done.map(({ status }) => status)).toEqual(Array(8).fill("fulfilled"));
});

it("gives up those that are not done though nobody was for that long", async () => {
  const patience = new Patience(50);
  const stuck = [
    patience.waitFor(sleep(5_000, null, { ref: false })),
    patience.waitFor(new Promise(() => {})),
  ];
  const quick = patience.waitFor(sleep(20, "quick"));
  expect(await quick).toBe("quick");
  const ended = await Promise.allSettled(stuck);
  expect(ended.map((one) => one.status === "rejected" && String(one.reason))).toEqual(
    Array(2).fill("Error: gave no answer within 50 ms"),
  );
});

it("waits for what is made once, however long it takes", async () => {
  const patience = new Patience(30);
  expect(await patience.waitFor(patience.holding(() => sleep(120, "made")))).toBe("made");
});
