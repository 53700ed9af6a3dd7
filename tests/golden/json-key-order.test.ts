/** JSON answers are compared byte by byte by those who keep them: the keys of a symbol stay in their order. */
import { expect, test } from "vitest";
import { openInlineView } from "./inline-view.ts";

test("keys of a stored symbol", async () => {
  const { reader } = await openInlineView(new Map([["a.ts", "export class A {\n  run(): void {}\n}\n"]]));
  const [hits] = await reader.symbolsNamed(["run"]);
  expect(Object.keys(hits![0]!.symbol).slice(0, 6)).toEqual([
    "kind",
    "name",
    "qualifiedName",
    "overload",
    "parent",
    "signature",
  ]);
});
