/** net/http: `http.HandleFunc("/a", show)`, patterns with methods since Go 1.22. */
import { hasImport } from "../arguments.ts";
import { defineFramework, type FrameworkFile } from "../contract.ts";
import { continues } from "../router-scopes.ts";
import { routersInCode } from "../routers-in-code.ts";

/** `GET example.org/items/{id}`, since Go 1.22. */
const PATTERN = /^([A-Z]+)\s+(?:[\w.-]*)(\/.*)$/;

export default defineFramework({
  id: "nethttp",
  label: "net/http",
  looksAt: { languages: ["go"], words: ["Handle", "HandleFunc", "NewServeMux"] },
  appliesTo: (outline) => hasImport(outline, "net/http"),
  find: (file) =>
    routersInCode(withoutChains(file), {
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

/** `mux.HandleFunc` of this package returns nothing: what goes on behind it is gorilla's. */
function withoutChains(file: FrameworkFile): FrameworkFile {
  const calls = file.calls.filter((call, at) => {
    const next = file.calls.slice(at + 1).find(({ span }) => span.start >= call.span.end);
    return !/^Handle(?:Func)?$/.test(call.name) || next === undefined || !continues(call, next);
  });
  return { ...file, calls };
}
