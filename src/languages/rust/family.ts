import { defineFamily } from "../family.ts";
import { RUST_RULES } from "./modules.ts";
import { CARGO_TOML } from "./read-cargo.ts";

export const RUST_FAMILY = defineFamily({
  id: "rust",
  modules: RUST_RULES,
  configs: [CARGO_TOML],
  selfNames: ["self", "Self"],
  superNames: [],
  selfMayBeModule: true,
  macrosHaveOwnNames: true,
  hasOutsideMembers: true,
  transparentTypes: new Set([
    "Box",
    "Rc",
    "Arc",
    "Option",
    "Result",
    "RefCell",
    "Cell",
    "Mutex",
    "RwLock",
    "Pin",
    "Cow",
    "impl",
    "dyn",
    "mut",
  ]),
});
