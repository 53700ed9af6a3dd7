import { defineFamily } from "../family.ts";

export const DART_FAMILY = defineFamily({
  id: "dart",
  hasImplicitThis: true,
  selfNames: ["this"],
  receiverExtends: true,
});
