import { expect, it } from "vitest";
import type { ScopeSession } from "../../engine/engine.ts";
import { flowAnswer } from "./flow-answer.ts";

/** A session that knows one chain. */
function sessionWith(chain: object): ScopeSession {
  return {
    flow: async () => ({ chains: [chain], further: [[]] }),
    searcher: { symbols: async () => ({ groups: [] }) },
  } as unknown as ScopeSession;
}

it("a chain of one station tells no tiers of links", async () => {
  const { head } = await flowAnswer(sessionWith({ stations: ["a.ts#beat"], links: [] }), "beat");
  expect(head).toBe("flow of 1 station; chosen by names: check the ends");
});
