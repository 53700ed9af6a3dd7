import type { StructuralRules } from "../structural.ts";

const PROTOCOL = /^(?:typing\.|typing_extensions\.|t\.)?Protocol$/;

/** A class that fits a protocol need not name it; Python compares nothing but names, so this is never sure. */
export const PYTHON_STRUCTURAL: StructuralRules = {
  isContract: ({ bases }) => bases.some(({ name }) => PROTOCOL.test(name)),
  fits(asked, given) {
    const isOpen = given.parameters.some(({ name }) => name.startsWith("*"));
    return isOpen || given.parameters.length === asked.parameters.length ? "likely" : "no";
  },
  outside: new Map(),
  basesDispatch: true,
};
