import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "erlang",
  label: "Erlang",
  extensions: [".erl", ".hrl"],
  filenames: ["rebar.config"],
  shebangs: ["escript"],
  role: "code",
});
