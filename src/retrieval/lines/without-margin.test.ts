import { expect, it } from "vitest";
import { withoutMargin } from "./without-margin.ts";

it("the indentation that all lines have and empty lines are left out, markers stay", () => {
  const text = "7|     if (a) {\n8| \n9|       b();\n… 10-12 cut …\n13|     }";
  expect(withoutMargin(text)).toBe("7| if (a) {\n9|   b();\n… 10-12 cut …\n13| }");
});

it("lines that begin with different white space keep it", () => {
  expect(withoutMargin("1| \ta\n2|   b")).toBe("1| \ta\n2|   b");
});
