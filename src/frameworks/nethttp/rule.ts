/** net/http: `http.HandleFunc("/a", show)`, patterns with methods since Go 1.22. */
import { hasImport } from "../arguments.ts";
import { defineFramework } from "../contract.ts";
import { routersInCode } from "../routers-in-code.ts";

/** `GET example.org/items/{id}`, since Go 1.22. */
const PATTERN = /^([A-Z]+)\s+(?:[\w.-]*)(\/.*)$/;

export default defineFramework({
  id: "nethttp",
  label: "net/http",
  looksAt: { languages: ["go"], words: ["Handle", "HandleFunc", "NewServeMux"] },
  appliesTo: (outline) => hasImport(outline, "net/http"),
  find: (file) =>
    routersInCode(file, {
      framework: "nethttp",
      methods: { Handle: "*", HandleFunc: "*" },
      makers: new Set(["NewServeMux"]),
      groups: new Set(),
      routerTypes: /\bhttp\.ServeMux\b/,
      returnTypes: /\bhttp\.(?:ServeMux|Handler)\b/,
      hasFields: true,
      usualNames: /^(?:http|mux|m|router|\w*[mM]ux)$/,
      split: (path, method) => {
        const pattern = PATTERN.exec(path);
        return pattern
          ? { method: pattern[1]!, path: pattern[2]! }
          : { method, path: path.replace(/^[\w.-]+(?=\/)/, "") };
      },
    }),
});
