/** What is drawn, and in which colours. */
import type { GraphAnswer } from "../../../src/pages/contract.ts";
import type { Camera } from "./camera.ts";
import { hueOfKind } from "./kind-hues.ts";
import type { Body } from "./layout.ts";

export interface Scene {
  answer: GraphAnswer;
  bodies: Body[];
  index: ReadonlyMap<string, number>;
  camera: Camera;
  /** The node that is looked at, with those that an edge joins to it; the others step back. */
  focus: { id: string; near: ReadonlySet<string> } | null;
  /** Drawn over the others. */
  path: GraphAnswer["edges"];
  /** While it moves, a part of many edges stands for all of them. */
  isMoving: boolean;
}

export interface Colours {
  line: string;
  text: string;
  back: string;
  accent: string;
  kinds: (kind: string) => string;
}

export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  const hues = Array.from({ length: 8 }, (_, at) => of(`--hue-${at}`));
  return {
    line: of("--muted"),
    text: of("--text"),
    back: of("--back"),
    accent: of("--accent"),
    kinds: (kind) => hues[hueOfKind(kind)]!,
  };
}

export function focusOn(edges: GraphAnswer["edges"], id: string | null): Scene["focus"] {
  if (id === null) return null;
  const near = new Set<string>();
  for (const { from, to } of edges) {
    if (from === id) near.add(to);
    if (to === id) near.add(from);
  }
  return { id, near };
}
