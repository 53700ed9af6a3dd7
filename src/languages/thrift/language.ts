import { defineLanguage } from "../contract.ts";

/** Read as text windows: found by its words, not by its symbols. */
export default defineLanguage({
  id: "thrift",
  label: "Thrift",
  extensions: [".thrift", ".fbs", ".capnp", ".avdl"],
  role: "support",
});
