import { beforeAll, describe, expect, it } from "vitest";
import { type SearchableView, search } from "../../src/retrieval/index.ts";
import { openInlineView, readInlineFiles } from "./inline-view.ts";

/** `reader.ts` speaks of fields, titles and extraction all over; the message itself stands in `columns.ts`, with holes. */
const FILES = `//- src/reader.ts
/** Extracts fields: the title field, the extract of a field, fields for titles. */
export class FieldReader {
  extractField(field: string) { return this.extractTitle(field); }
  extractTitle(title: string) { return title; }
}
export function extractFields(fields: string[]) { return fields; }
//- src/columns.ts
export function toColumn(kind: string, name: string) {
  if (kind === "none") throw new Error(\`Cannot extract \${kind} for field "\${name}"\`);
  return name;
}
//- src/limits.py
LIMITS = {"server.limits.max-open": 4}
def check(user):
    raise ValueError("user %s has no room left on %d shelves" % (user, 3))
//- src/shelves.py
def shelves_of(user):
    """The shelves of a user, with the room that is left on each."""
    return user.shelves
def room_left(user, shelves):
    return sum(shelf.room for shelf in shelves)
`;

let view: SearchableView;
beforeAll(async () => {
  view = await openInlineView(readInlineFiles(FILES));
});
const first = async (query: string) => (await search(view, query)).hits[0];

describe("a message that was pasted leads to what prints it", () => {
  it.each([
    ['Cannot extract 42 for field "title"', "src/columns.ts"],
    ["user kestrel has no room left on 12 shelves", "src/limits.py"],
    ['Listing fails\n\nIt says "user kestrel has no room left on 12 shelves" and stops.\n', "src/limits.py"],
    ['why is "server.limits.max-open" ignored for shelves', "src/limits.py"],
  ])("%j", async (query, path) => {
    const hit = await first(query);
    expect(hit?.path).toBe(path);
    expect(hit?.reasons).toContain("holds the text word for word");
  });

  it("the same words in another order are not the message", async () => {
    const answer = await search(view, "no user has left the shelves on the room: field of title extract cannot");
    const texts = answer.hits.flatMap(({ contributions }) => contributions.filter(({ feature }) => feature === "phraseShare"));
    expect(texts).toEqual([]);
  });
});
