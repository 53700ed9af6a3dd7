import { expect, it } from "vitest";
import { collectGarbage, holesBytes } from "./collect-garbage.ts";

const MB = 1024 * 1024;

it("leaves no pages behind that hold a few objects each", () => {
  let held: unknown[] = Array.from({ length: 800_000 }, (_, at) => ({ at, beside: [at] }));
  collectGarbage();
  held = held.filter((_, at) => at % 8 === 0);
  collectGarbage();
  expect(held).toHaveLength(100_000);
  expect(holesBytes()).toBeLessThan(8 * MB);
});
