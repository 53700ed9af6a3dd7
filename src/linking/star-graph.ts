/**
 * Who passes on whom with `export *`. A barrel of ten thousand modules, or a ring of them, is asked about from every
 * module in it: so the step from one module to the next is made once, modules that pass each other on share one answer, and
 * an order is only made for the few modules that a question is about.
 */
import { rulesOf } from "./entities.ts";
import type { LinkEnvironment } from "./environment.ts";
import type { FileScope } from "./file-scope.ts";
import { Questions } from "./questions.ts";

export interface StarStep {
  targets: FileScope[];
  /** It passes on a module outside the view, too. */
  leavesView: boolean;
  /** Of the questions that were asked for this step alone. */
  keys: ReadonlySet<number>;
}

/** Modules that pass each other on, directly or through others; most often one alone. */
interface Ring {
  members: FileScope[];
  next: Set<Ring>;
  /** Of the ring or of anything that it leads to. */
  leavesView: boolean;
}

export class StarGraph {
  readonly #env: LinkEnvironment;
  readonly #steps = new Map<FileScope, StarStep>();
  readonly #rings = new Map<FileScope, Ring>();

  constructor(env: LinkEnvironment) {
    this.#env = env;
  }

  step(file: FileScope): StarStep {
    const known = this.#steps.get(file);
    if (known) return known;
    const q = new Questions(this.#env);
    const step = { targets: [] as FileScope[], leavesView: false, keys: q.keys };
    for (const { source } of q.starExports(file)) {
      const target = source === undefined ? undefined : passedOn(q, file, source);
      if (target) step.targets.push(target);
      else step.leavesView = true;
    }
    this.#steps.set(file, step);
    return step;
  }

  leavesView(file: FileScope): boolean {
    return this.#ringOf(file).leavesView;
  }

  /** Those of `wanted` that `start` passes on, itself not included, in the order of a breadth-first walk. */
  reached(start: FileScope, wanted: ReadonlySet<FileScope>): FileScope[] {
    const candidates = this.#ringsWith(wanted);
    if (candidates.size === 0) return [];
    const found: FileScope[] = [];
    const seen = new Set<Ring>([this.#ringOf(start)]);
    for (const ring of seen) {
      for (const file of candidates.get(ring) ?? []) if (file !== start) found.push(file);
      for (const next of ring.next) seen.add(next);
    }
    return found.length > 1 ? this.#inOrder(start, new Set(found)) : found;
  }

  #ringsWith(wanted: ReadonlySet<FileScope>): Map<Ring, FileScope[]> {
    const rings = new Map<Ring, FileScope[]>();
    for (const file of wanted) {
      const ring = this.#ringOf(file);
      const files = rings.get(ring);
      if (files) files.push(file);
      else rings.set(ring, [file]);
    }
    return rings;
  }

  #inOrder(start: FileScope, wanted: ReadonlySet<FileScope>): FileScope[] {
    const found: FileScope[] = [];
    const seen = new Set([start]);
    for (const file of seen) {
      if (wanted.has(file)) found.push(file);
      if (found.length === wanted.size) break;
      for (const target of this.step(file).targets) seen.add(target);
    }
    return found;
  }

  #ringOf(file: FileScope): Ring {
    if (!this.#rings.has(file)) this.#findRings(file);
    return this.#rings.get(file)!;
  }

  /** Tarjan's strongly connected components, without recursion; rings that are led to are complete before their leaders. */
  #findRings(start: FileScope): void {
    const order = new Map<FileScope, number>();
    const lowest = new Map<FileScope, number>();
    const open: FileScope[] = [];
    const path: { file: FileScope; at: number }[] = [];
    const enter = (file: FileScope) => {
      lowest.set(file, order.size);
      order.set(file, order.size);
      open.push(file);
      path.push({ file, at: 0 });
    };
    const lower = (file: FileScope, to: number) => lowest.set(file, Math.min(lowest.get(file)!, to));
    enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { file } = top;
      const target = this.step(file).targets[top.at];
      top.at += 1;
      if (target !== undefined) {
        if (this.#rings.has(target)) continue;
        if (order.has(target)) lower(file, order.get(target)!);
        else enter(target);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above) lower(above.file, lowest.get(file)!);
      if (lowest.get(file) === order.get(file)) this.#close(open.splice(open.lastIndexOf(file)));
    }
  }

  #close(members: FileScope[]): void {
    const ring: Ring = { members, next: new Set(), leavesView: false };
    for (const file of members) this.#rings.set(file, ring);
    for (const file of members) {
      const { targets, leavesView } = this.step(file);
      ring.leavesView ||= leavesView;
      for (const target of targets) {
        const next = this.#rings.get(target)!;
        if (next === ring) continue;
        ring.next.add(next);
        ring.leavesView ||= next.leavesView;
      }
    }
  }
}

function passedOn(q: Questions, file: FileScope, source: string): FileScope | undefined {
  const statement = { source, kind: "import", isWildcard: true, bindings: [] } as const;
  return rulesOf(file.family).importedFiles(q, file, statement)[0];
}
