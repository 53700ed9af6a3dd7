/**
 * Which scope or resource a call of a builder's chain belongs to: `scope("/a").service(x)`, one in the arguments of
 * another. Calls without a literal are no facts, so the uses of names are followed: each says by its receiver which chain
 * it goes on with, and what stands between two links of a chain stands in the arguments of the first.
 */
import type { CallFact, ReferenceFact } from "../../core/facts.ts";
import { pathsGiven } from "../arguments.ts";
import type { FrameworkFile, Mount, PathBase } from "../contract.ts";

const STARTS: ReadonlySet<string> = new Set(["scope", "resource"]);
/** What begins a chain in the arguments of another; all else begins a statement. */
const NESTED = /^(?:web|(?:\w+::)*web)$/;
const METHODS: ReadonlySet<string> = new Set([
  "get",
  "post",
  "put",
  "patch",
  "delete",
  "head",
  "method",
  "route",
]);

interface Chain {
  /** As the receiver of its next link is written. */
  text: string;
  base: string;
  /** Where its last link stands in its line: rustfmt puts the links of a chain below one another. */
  column: number;
}

export class Chains {
  readonly bases: PathBase[] = [];
  readonly mounts: Mount[] = [];
  readonly #file: FrameworkFile;
  readonly #baseOf = new Map<CallFact, string>();

  constructor(file: FrameworkFile) {
    this.#file = file;
    const facts = new Map<string, CallFact[]>();
    for (const call of file.calls) {
      const key = keyOf(call, call.span.startLine);
      facts.set(key, [...(facts.get(key) ?? []), call]);
    }
    const open = new Map<number, Chain[]>();
    for (const use of file.uses?.references ?? []) {
      if (use.kind !== "call") continue;
      const stack = open.get(use.from) ?? [];
      open.set(use.from, stack);
      this.#follow(use, stack, facts.get(keyOf(use, use.position.line))?.shift());
    }
  }

  /** Outermost first. */
  callsAround(call: CallFact): CallFact[] {
    return this.#file.calls.filter(
      (outer) => outer !== call && outer.span.start < call.span.start && call.span.end <= outer.span.end,
    );
  }

  /** The function, when the chain starts with an application or what configures one. */
  baseOf(call: CallFact): string {
    return this.#baseOf.get(call) ?? this.#function(call);
  }

  #follow(use: ReferenceFact, stack: Chain[], call: CallFact | undefined): void {
    const at = linkedTo(stack, use);
    if (at >= 0) {
      stack.length = at + 1;
      Object.assign(stack[at]!, { text: textAfter(use), column: use.position.column });
    } else {
      const isStart = STARTS.has(use.name) && isNested(use);
      const isMethod = METHODS.has(use.name) && isNested(use);
      if (!isStart && !isMethod) {
        // A function among the arguments, `limit.clone()`, leaves the chain around it open.
        if (use.receiver !== undefined && !/^(?:cfg|config|conf|app|App)\b/.test(use.receiver)) return;
        stack.length = 0;
      }
      const above = stack.at(-1)?.base ?? this.#function(use);
      const base = isStart && call ? this.#start(call, above) : above;
      stack.push({ text: textAfter(use), base, column: -1 });
    }
    if (call) this.#baseOf.set(call, stack.at(-1)!.base);
  }

  #start(call: CallFact, above: string): string {
    const name = `chain at ${call.span.start}`;
    this.bases.push({ name, prefix: pathsGiven(call.arguments, 0)[0] ?? "", isRoot: false });
    this.mounts.push({ on: { name: above }, prefix: "", child: { name } });
    return name;
  }

  #function({ from }: Pick<CallFact, "from">): string {
    return this.#file.symbols[from]?.qualifiedName ?? "";
  }
}

function keyOf({ name, receiver }: Pick<CallFact, "name" | "receiver">, line: number): string {
  return `${line} ${receiver ?? ""} ${name}`;
}

function isNested({ receiver }: ReferenceFact): boolean {
  return receiver === undefined || NESTED.test(receiver);
}

/** `web.scope` is called so and goes on as `web::scope()`. */
function textAfter({ receiver, name }: ReferenceFact): string {
  return plain(receiver === undefined ? `${name}()` : `${receiver}.${name}()`);
}

/** The start of a very long chain is lost, and with it what tells its links from those of others. */
function linkedTo(stack: readonly Chain[], { receiver, position }: ReferenceFact): number {
  const below = receiver?.startsWith("…")
    ? stack.findLastIndex(({ column }) => column === position.column)
    : -1;
  return below >= 0 ? below : stack.findLastIndex(({ text }) => isAs(text, receiver));
}

/** Long receivers lose their start. */
function isAs(text: string, receiver: string | undefined): boolean {
  if (receiver === undefined) return false;
  const wanted = plain(receiver);
  return wanted.startsWith("…") ? text.endsWith(wanted.slice(1)) : text === wanted;
}

function plain(text: string): string {
  return text.replaceAll("::", ".");
}
