import { expect, test } from "vitest";
import { hintForClients } from "./client-hint.ts";

test.each([
  [
    "The file is not in the index; `clew status --why <file>` says why.",
    "The file is not in the index; `status` with `why` says why.",
  ],
  ["try again (clew status)", "try again (`status`)"],
  [
    "rebuild it from the sources: clew index --rebuild",
    "rebuild it from the sources: clew index --rebuild (a command for the user's shell, not a tool)",
  ],
  [
    "run `clew index` there first.",
    "run `clew index` there first. (a command for the user's shell, not a tool)",
  ],
  ["give the path of a folder that is offered", "give the path of a folder that is offered"],
])("%s", (hint, told) => {
  expect(hintForClients(hint)).toBe(told);
});
