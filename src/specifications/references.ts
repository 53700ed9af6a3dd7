/** `$ref` inside the given files and nowhere else: an address is never followed, and neither is a way out of the root. */
import type { SpecificationErrorCode } from "./errors.ts";
import { childOf, type TreeNode, textAt, YamlTree } from "./yaml-tree.ts";

/** A chain of references longer than this is a circle or a joke. */
const MAX_HOPS = 32;

export interface ReferenceProblem {
  code: SpecificationErrorCode;
  message: string;
}

export class References {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #trees = new Map<string, TreeNode | null>();
  readonly #problems = new Map<string, ReferenceProblem>();

  /** `texts`: by path inside the root. */
  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  /** One for each reference that could not be followed. */
  get problems(): ReferenceProblem[] {
    return [...this.#problems.values()];
  }

  /** What stands there in the end; null when a reference on the way leads nowhere. */
  follow(at: TreeNode): TreeNode | null {
    let place: TreeNode | null = at;
    for (let hop = 0; place && hop < MAX_HOPS; hop++) {
      const reference = textAt(place, "$ref");
      if (reference === null) return place;
      place = this.#resolve(place, reference);
    }
    if (place) this.#note(textAt(at, "$ref")!, "goes in a circle");
    return null;
  }

  #resolve(from: TreeNode, reference: string): TreeNode | null {
    const cut = reference.indexOf("#");
    const file = cut < 0 ? reference : reference.slice(0, cut);
    const pointer = cut < 0 ? "" : reference.slice(cut + 1);
    const path = file === "" ? from.tree.path : pathFrom(from.tree.path, file);
    if (path === null) return this.#note(reference, "leads out of the repository and is not followed");
    const root = this.#root(path);
    if (!root) return this.#note(reference, "leads to no indexed file");
    let at: TreeNode | null = root;
    for (const step of pointer.split("/").filter((one) => one !== ""))
      at = at && stepInto(at, plainStep(step));
    return at ?? this.#note(reference, "leads to nothing in its file");
  }

  #root(path: string): TreeNode | null {
    const known = this.#trees.get(path);
    if (known !== undefined) return known;
    const text = this.#texts.get(path);
    let tree: TreeNode | null = null;
    try {
      tree = text === undefined ? null : (YamlTree.read(path, text)[0] ?? null);
    } catch {
      // Said as a reference that leads nowhere; the file itself may be no specification.
    }
    this.#trees.set(path, tree);
    return tree;
  }

  #note(reference: string, what: string): null {
    const message = `the reference ${JSON.stringify(reference.slice(0, 120))} ${what}`;
    this.#problems.set(reference, { code: "SPECIFICATION_REFERENCE", message });
    return null;
  }
}

function stepInto(at: TreeNode, step: string): TreeNode | null {
  const child = childOf(at, step);
  if (child) return child;
  return /^\d+$/.test(step) ? (at.tree.items(at.node)[Number(step)] ?? null) : null;
}

function plainStep(step: string): string {
  const plain = step.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** Null for an address, an absolute path and one that leaves the root. */
export function pathFrom(from: string, file: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(file) || file.startsWith("/") || file.includes("\\")) return null;
  const steps = from.split("/").slice(0, -1);
  for (const step of file.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return steps.length > 0 ? steps.join("/") : null;
}

const REFERENCE = /["']?\$ref["']?\s*:\s*["']?([^"'\s#,}]+)/g;

/** Files that a text refers to, for whoever gathers them; addresses and ways out are left to be told when followed. */
export function filesReferredTo(path: string, text: string): string[] {
  const found = new Set<string>();
  for (const [, file] of text.matchAll(REFERENCE)) {
    const target = pathFrom(path, file!);
    if (target !== null) found.add(target);
  }
  return [...found];
}
