/** What one occurrence of a name in a file of code means. */
import { type Edge, TIERS, type Tier } from "../../core/edges.ts";
import type { ReferenceFact } from "../../core/facts.ts";
import { pathOfHandle } from "../../core/handles.ts";
import { languageById } from "../../languages/detect.ts";
import { familyOf } from "../../languages/families.ts";
import { type OutsideCode, stretchAt } from "../../languages/outside-code.ts";
import { outsideCodeOf } from "../../languages/outside-code-of.ts";
import type { Sought, UseRole, Verdict } from "./contract.ts";
import type { FileNames } from "./file-names.ts";
import { judgeStatement, mayLeadTo, statementAt, statementsOf } from "./imported-name.ts";
import { isValueAt, noFunctionAt } from "./no-function.ts";
import { firstFrom, isBracketKeyAt, isKeyAt, isMemberAt, isPartOfLongerName } from "./surroundings.ts";

/** Values cannot hold modules in these: what is taken from a value is a member. */
const STRICT_FAMILIES: ReadonlySet<string> = new Set(["js", "python", "go", "rust", "c"]);
/** A bare name means what the file declares or imports. */
const FAMILIES_WITH_IMPORTS: ReadonlySet<string> = new Set(["js", "python"]);
/** Components stand in these without being imported. */
const REGISTERING_LANGUAGES: ReadonlySet<string> = new Set(["vue", "svelte", "astro", "html"]);

export class NameJudge {
  readonly #file: FileNames;
  readonly #sought: Sought;
  readonly #isPartial: boolean;
  readonly #outside: OutsideCode;

  constructor(file: FileNames, sought: Sought) {
    this.#file = file;
    this.#sought = sought;
    this.#isPartial = file.facts.status !== "full";
    this.#outside = trusted(outsideCodeOf(file.facts.language, file.text), file.codeOffsets());
  }

  judge(offset: number): Verdict {
    const file = this.#file;
    const { name, handles, family, isFunction, isMember } = this.#sought;
    const symbol = file.symbolAt(offset);
    if (symbol) {
      const handle = file.handleOf(file.facts.symbols.indexOf(symbol));
      if (handles.has(handle)) return { is: "declaration" };
      return this.#sought.overrides.has(handle)
        ? { is: "declaration", of: handle }
        : { is: "other", what: handle };
    }
    const known = file.referenceAt(offset);
    if (!known && stretchAt(this.#outside, offset) >= 0) {
      const isKey = this.#sought.isMember && isBracketKeyAt(file.text, offset, name);
      return isKey ? { is: "undecided", doubt: "key", likelihood: 0.4 } : { is: "text" };
    }
    if (familyOf(file.facts.language).id !== family.id) return this.#foreign(offset);
    if (known) return this.#reference(offset, known.reference, known.ordinal);
    if (family.id === "js" && isPartOfLongerName(file.text, offset, name))
      return { is: "other", what: "another name" };
    const noFunction = isFunction ? noFunctionAt(file.text, offset, name, file.facts.language) : null;
    if (noFunction !== null) return { is: "other", what: noFunction };
    // Members are taken from a type or a value; no statement brings one in by its name.
    const statement = statementAt(file, offset, name);
    if (statement && isMember && family.id === "rust") return { is: "other", what: "an import" };
    if (statement) return judgeStatement(file, this.#sought, statement);
    return isMemberAt(file.text, offset) ? this.#memberWithoutFact(offset) : this.#bare(offset);
  }

  /** A language that nothing is known of may call anything; one that is known does not see names of another. */
  #foreign(offset: number): Verdict {
    const { facts, text } = this.#file;
    if (languageById(facts.language)?.family)
      return { is: "other", what: `in ${languageById(facts.language)!.label}` };
    const receiver = isMemberAt(text, offset) ? wordBeforeDot(text, offset) : "";
    const likelihood = receiver !== "" && this.#likeOwner(receiver) > 0.5 ? 0.6 : 0.1;
    return { is: "undecided", doubt: "language", likelihood };
  }

  /** A name in quotes, as in `a["name"]`. */
  isQuoted(offset: number): boolean {
    return stretchAt(this.#outside, offset) >= 0;
  }

  #reference(offset: number, reference: ReferenceFact, ordinal: number): Verdict {
    const file = this.#file;
    const { line } = reference.position;
    const from = file.handleOf(reference.from);
    const edges = file.edgesAt(line).filter((edge) => edge.from === from && edge.kind !== "imports");
    if (!edges.some(({ tier }) => tier !== "heuristic") && this.#isValue(offset))
      return { is: "other", what: "a value" };
    // Edges speak of lines: those of another use of the name on this line are none of an unknown one.
    if (edges.length > 0 && !file.isUnknown(ordinal)) return this.#linked(edges);
    if (file.candidatesAt(line) > 0) return several(file.candidatesAt(line));
    if (reference.receiver === undefined) return this.#bare(offset);
    const { receiver } = reference;
    const root = ROOT.exec(receiver)?.[1] ?? "";
    const gone = this.#vanished(root);
    if (gone) return gone;
    const isMade =
      receiver.startsWith("new ") && file.locals.find(root, reference.from, reference.position) !== null;
    if (!file.isUnknown(ordinal) && !isMade && !this.#isStore(root)) return { is: "other", what: "outside" };
    if (this.#isNoMember(offset, root)) return { is: "other", what: "a member" };
    if (this.#isValue(offset)) return { is: "other", what: "a value" };
    return {
      is: "undecided",
      doubt: "receiver",
      detail: receiver,
      likelihood: this.#likely(offset, receiver),
    };
  }

  #linked(edges: readonly Edge[]): Verdict {
    const { handles, bases, overrides, isMember } = this.#sought;
    const own = edges.filter(({ to }) => handles.has(to));
    if (own.length > 0) {
      const role: UseRole = own.some(({ kind }) => kind === "calls") ? "call" : "reference";
      return { is: "this", role, tier: strongestOf(own), isLinked: true };
    }
    if (edges.some(({ to }) => bases.has(to)))
      return { is: "this", role: "dispatch", tier: strongestOf(edges), isLinked: true };
    if (edges.some(({ to }) => overrides.has(to)))
      return { is: "this", role: "override", tier: strongestOf(edges), isLinked: true };
    const [first] = edges;
    if (isMember && strongestOf(edges) === "heuristic")
      return { is: "undecided", doubt: "guess", detail: first!.to, likelihood: 0.05 };
    // Which of several files that define a name for the linker is meant, the build decides.
    if (this.#sought.isForLinker && pathOfHandle(first!.to) !== this.#file.path)
      return { is: "undecided", doubt: "several", likelihood: 0.3 };
    return { is: "other", what: first!.to };
  }

  /** A module that the receiver comes from is not there any more. */
  #vanished(root: string): Verdict | null {
    const file = this.#file;
    for (const { source, line } of root === "" ? [] : statementsOf(file, root, "local")) {
      if (source === undefined || !mayLeadTo(source, this.#sought.path)) continue;
      if (!file.leadsSomewhere(line))
        return { is: "undecided", doubt: "import", detail: source, likelihood: 0.8 };
    }
    return null;
  }

  /** `$cart` in a Svelte component is the value of the store `cart`, which the rules do not know. */
  #isStore(root: string): boolean {
    return this.#file.facts.language === "svelte" && root.startsWith("$") && root !== "$";
  }

  /** What is taken from a value cannot be something that belongs to no type. */
  #isNoMember(offset: number, root: string): boolean {
    const { isMember, family } = this.#sought;
    if (isMember || !STRICT_FAMILIES.has(family.id) || this.#file.text[offset - 1] === ":") return false;
    return statementsOf(this.#file, root, "local").length === 0;
  }

  #memberWithoutFact(offset: number): Verdict {
    if (this.#isNoMember(offset, rootBefore(this.#file.text, offset)))
      return { is: "other", what: "a member" };
    if (this.#isValue(offset)) return { is: "other", what: "a value" };
    return { is: "undecided", doubt: "receiver", likelihood: 0.2 };
  }

  #isValue(offset: number): boolean {
    const { isFunction, name } = this.#sought;
    return isFunction && isValueAt(this.#file.text, offset, name, this.#file.facts.language);
  }

  /** What is not called is seldom a function. */
  #likely(offset: number, receiver: string): number {
    const likelihood = this.#likeOwner(receiver);
    return this.#sought.isFunction && !this.#isCalled(offset) ? likelihood / 4 : likelihood;
  }

  #isCalled(offset: number): boolean {
    return this.#file.text[firstFrom(this.#file.text, offset + this.#sought.name.length)] === "(";
  }

  #bare(offset: number): Verdict {
    const file = this.#file;
    const { name, handles, isMember, family, path } = this.#sought;
    const isKey = isKeyAt(file.text, offset, name);
    if (isKey && isMember) return { is: "undecided", doubt: "key", likelihood: 0.1 };
    const line = file.lines.lineAt(offset);
    const from = file.symbolAround(offset);
    const visible = file.symbolsOfName.filter((symbol) => this.#isVisible(symbol.parent, from));
    const meansIt = visible.some((symbol) => handles.has(file.handleOf(file.facts.symbols.indexOf(symbol))));
    const local = file.locals.find(name, from, { line, column: offset - file.lines.offsetOf(line, 0) });
    if (local && !(file.locals.isFileWide(local) && visible.length > 0)) {
      // A function inside a function may hide the outer binding of its name; facts do not say which is the inner one.
      const mayHide = meansIt && visible.some(({ parent }) => parent >= 0);
      return mayHide
        ? { is: "undecided", doubt: "scope", likelihood: 0.6 }
        : { is: "other", what: "a local" };
    }
    if (meansIt) return this.#named(offset);
    if (visible.length > 0)
      return { is: "other", what: file.handleOf(file.facts.symbols.indexOf(visible[0]!)) };
    const [statement] = isMember && family.id === "rust" ? [] : statementsOf(file, name, "local");
    if (statement) {
      const verdict = judgeStatement(file, this.#sought, statement);
      return verdict.is === "this" ? this.#named(offset) : verdict;
    }
    const meant = file.edgesOfBareUses();
    if (meant.length > 0 && meant.every(({ to }) => handles.has(to))) return this.#named(offset);
    if (meant.length > 0 && meant.every(({ to }) => !handles.has(to) && to === meant[0]!.to))
      return { is: "other", what: meant[0]!.to };
    if (isMember && !family.hasImplicitThis) return this.#absent("no member");
    if (isKey && family.id === "js") return { is: "other", what: "a key" };
    if (FAMILIES_WITH_IMPORTS.has(family.id) && !this.#mayBeSeen(path)) return this.#absent("not in scope");
    return { is: "undecided", doubt: "scope", likelihood: 0.2 };
  }

  /** That a file does not have something is no proof when parts of it could not be read. */
  #absent(what: string): Verdict {
    return this.#isPartial ? { is: "undecided", doubt: "partial", likelihood: 0.2 } : { is: "other", what };
  }

  /** Without being imported. */
  #mayBeSeen(path: string): boolean {
    const { facts, path: own } = this.#file;
    return (
      own === path ||
      this.#sought.isGlobal ||
      REGISTERING_LANGUAGES.has(facts.language) ||
      facts.imports.some(({ isWildcard }) => isWildcard)
    );
  }

  /** A use that means the symbol by the scope of its name. */
  #named(offset: number): Verdict {
    return {
      is: "this",
      role: this.#isCalled(offset) ? "call" : "reference",
      tier: "heuristic",
      isLinked: false,
    };
  }

  /** Whether what is declared in one symbol, -1 for the file, is seen by its bare name from another. */
  #isVisible(parent: number, from: number): boolean {
    const { symbols } = this.#file.facts;
    if (parent < 0) return true;
    if (!this.#sought.family.hasImplicitThis && isTypeKind(symbols[parent]!.kind)) return false;
    for (let at = from; at >= 0; at = symbols[at]!.parent) if (at === parent) return true;
    return false;
  }

  /** A receiver that is called like the type is likely one. */
  #likeOwner(receiver: string): number {
    const owner = this.#sought.owner?.toLowerCase();
    const last = /([\w$]+)\W*$/.exec(receiver)?.[1]?.toLowerCase().replace(/^_+/, "");
    if (!owner || !last) return 0.3;
    return owner === last || owner.endsWith(last) || last.endsWith(owner) ? 0.8 : 0.3;
  }
}

/** First name of a receiver. */
const ROOT = /^(?:(?:new|await)\s+)*([\w$]+)/;

function several(candidates: number): Verdict {
  return { is: "undecided", doubt: "several", detail: String(candidates), likelihood: 1 / (candidates + 1) };
}

function isTypeKind(kind: string): boolean {
  return ["class", "interface", "struct", "trait", "enum", "type"].includes(kind);
}

function strongestOf(edges: readonly Edge[]): Tier {
  return TIERS.find((tier) => edges.some((edge) => edge.tier === tier))!;
}

const ROOT_BEFORE = /([\w$]+)(?:\([^()]*\)|\[[^[\]]*\]|[\w$.?!]|->|::)*$/;

/** First name of what stands before the dot. */
function rootBefore(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - 200), offset).replace(/[.?>:\-\s]+$/, "");
  return ROOT_BEFORE.exec(before)?.[1] ?? "";
}

/** `quota` before `quota.availability`. */
function wordBeforeDot(text: string, offset: number): string {
  return /(\w+)\s*\.\s*$/.exec(text.slice(Math.max(0, offset - 80), offset))?.[1] ?? "";
}

/** A stretch that covers something which the grammar took for code is misread; a name in quotes is a use as well. */
function trusted(stretches: OutsideCode, codeOffsets: readonly number[]): number[] {
  const kept: number[] = [];
  let at = 0;
  for (let stretch = 0; stretch < stretches.length; stretch += 2) {
    const [start, end] = [stretches[stretch]!, stretches[stretch + 1]!];
    while (at < codeOffsets.length && codeOffsets[at]! < start) at += 1;
    const first = codeOffsets[at];
    const isMisread = first !== undefined && first < end && first > start + 1;
    if (!isMisread) kept.push(start, end);
  }
  return kept;
}
