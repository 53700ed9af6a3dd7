/** Colours of kinds of nodes, as numbers of the page's hues. What is not listed has the last one. */
const HUES: Record<string, number> = {
  function: 0,
  method: 1,
  constructor: 1,
  class: 2,
  struct: 2,
  interface: 3,
  trait: 3,
  file: 4,
  module: 5,
  namespace: 5,
  type: 6,
  enum: 6,
  folder: 6,
  package: 0,
  service: 2,
};
const OTHERS = 7;

export function hueOfKind(kind: string): number {
  return Object.hasOwn(HUES, kind) ? HUES[kind]! : OTHERS;
}
