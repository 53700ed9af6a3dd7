import { defineLanguage } from "../contract.ts";
import query from "./tags.scm";

export default defineLanguage({
  id: "protobuf",
  label: "Protocol Buffers",
  extensions: [".proto"],
  grammar: "proto",
  query,
  role: "code",
  scopeOf: () => "exported",
});
