import { beforeAll, describe, expect, it } from "vitest";
import { type SearchableView, search } from "../../src/retrieval/index.ts";
import { openInlineView, readInlineFiles } from "./inline-view.ts";

const FILES = `//- src/login/session-guard.ts
/** Authentication: checks the password of a user and opens a session. Authentication fails after three attempts. */
export class SessionGuard {
  /** Authentication by password. */
  open(user: string, password: string) { return verify(user, password); }
  /** Authentication by a token that an earlier authentication gave out. */
  reopen(user: string, token: string) { return verify(user, token); }
}
/** The heart of authentication: compares without telling where the two differ. */
export function verify(user: string, password: string) { return user !== password; }
//- src/report/columns.ts
export const columns = ["name", "authentication", "since"];
//- src/event-loop.ts
export function tick() { return poll(); }
function poll() { return 1; }
//- src/events.ts
/** The loop over events: an event loop calls the events of every loop. */
export class Events { loop(event: string) { return event; } events() { return []; } }
//- src/upload.ts
export function send(part: Uint8Array) { return part.length; }
//- src/backoff.ts
export function waitFor(attempt: number) { return 2 ** attempt; }
`;

let view: SearchableView;
beforeAll(async () => {
  view = await openInlineView(readInlineFiles(FILES));
});
const paths = async (from: SearchableView, query: string) => (await search(from, query)).hits.map((hit) => hit.path);

describe("one plain word", () => {
  /** Several matching passages count for a topic and against a name. */
  const passages = async (word: string) => {
    const [first] = (await search(view, word)).hits;
    return { path: first?.path, points: first?.contributions.find(({ feature }) => feature === "bodyTop3")?.points ?? 0 };
  };

  it("is a topic when nothing has that name", async () => {
    const { path, points } = await passages("authentication");
    expect(path).toBe("src/login/session-guard.ts");
    expect(points).toBeGreaterThan(0);
  });

  it("is a name when a function has it", async () => {
    const { path, points } = await passages("verify");
    expect(path).toBe("src/login/session-guard.ts");
    expect(points).toBeLessThan(0);
  });
});

it("a file whose whole name stands in the question is told as named", async () => {
  const hit = (await search(view, "what does a tick of the event loop do")).hits.find(({ path }) => path === "src/event-loop.ts")!;
  expect(hit.contributions.find(({ feature }) => feature === "stemSpelled")?.value).toBe(1);
});

describe("past commits", () => {
  const commits = [
    { id: "1".repeat(40), message: "slow down when the server is overloaded", paths: ["src/backoff.ts", "src/gone.ts"], added: [] },
    { id: "2".repeat(40), message: "name the columns", paths: ["src/report/columns.ts"], added: [] },
  ];
  const withPast = (version: string): SearchableView => ({ ...view, commits: { version, read: async () => commits } });

  it("propose the files that a similar task touched, and say which commit", async () => {
    const query = "Slow down more when the server is overloaded";
    expect(await paths(view, query)).not.toContain("src/backoff.ts");
    const answer = await search(withPast("a"), query, { explain: true });
    expect(answer.hits[0]?.path).toBe("src/backoff.ts");
    expect(JSON.stringify(answer.trace)).toContain("changed by 1111111111: slow down when the server is overloaded");
  });

  it("say nothing to a question in other words", async () => {
    const { hits } = await search(withPast("b"), "how is a part sent");
    expect(hits.flatMap(({ contributions }) => contributions.map(({ feature }) => feature))).not.toContain("historyBest");
  });
});
