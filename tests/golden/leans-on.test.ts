/** What a body uses is named beside it, when the body does not say as much by itself. */
import { expect, it } from "vitest";
import { context } from "../../src/retrieval/index.ts";
import { openInlineView, readInlineFiles } from "./inline-view.ts";

const FILES = `//- src/release.ts
export class Release {
  title = "";
  comment = "";
  setTitle(title: string) {
    this.title = title;
  }
  setComment(comment: string) {
    this.comment = comment;
  }
}
//- src/checks.ts
export function checkLength(text: string) {
  if (text === "") return;
  const length = text.trim().length;
  if (length > 20) throw new Error("too long");
}
//- src/publisher.ts
import { checkLength } from "./checks";
import { Release } from "./release";
export function publish(headline: string): Release {
  checkLength(headline);
  const release = new Release();
  release.setTitle(headline);
  release.setComment(headline);
  return release;
}
`;

it("a setter is left out where the question speaks of its class alone", async () => {
  const view = await openInlineView(readInlineFiles(FILES));
  const supporting = async (task: string) => {
    const { items } = await context(view, task, { budget: 4_000, maxSnippets: 1 });
    return items.filter(({ section }) => section === "supporting").map(({ symbol }) => symbol);
  };
  const used = await supporting("how does publish make a release");
  expect(used).toContain("Release");
  expect(used).not.toContain("Release.setTitle");
  expect(await supporting("does publish set the title of a release")).toContain("Release.setTitle");
});
