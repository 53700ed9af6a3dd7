import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "clojure",
  label: "Clojure",
  extensions: [".clj", ".cljs", ".cljc", ".edn"],
  shebangs: ["clojure", "bb"],
  role: "code",
});
