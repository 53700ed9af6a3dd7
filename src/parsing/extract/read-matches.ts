/** Runs a language's query over a tree and sorts the matches into Captures. */
import type { Query, Tree } from "web-tree-sitter";
import type { ReferenceKind, SymbolKind } from "../../core/facts.ts";
import type { CapturedMatch, CapturedNode } from "../../languages/contract.ts";
import type { CaptureRole } from "./capture-roles.ts";
import type { BindingCapture, Captures, DefinitionCapture, Place, ReferenceCapture } from "./captures.ts";
import type { CompiledQuery } from "./compile-language.ts";
import type { CpuDeadline } from "./cpu-deadline.ts";
import { withHeapMatches } from "./heap-matches.ts";
import { readExportMatch, readImportMatch } from "./imports.ts";
import { CAPTURE_WORDS, type MatchList } from "./match-list.ts";
import { publicMatches } from "./public-matches.ts";
import type { Runtime } from "./runtime.ts";

/** Adds what the query finds to `captures`; false when the deadline passed first. */
export function readMatches(
  { memory }: Runtime,
  compiled: CompiledQuery,
  tree: Tree,
  source: string,
  deadline: CpuDeadline,
  captures: Captures,
): boolean {
  const { query, grammar } = compiled;
  const read = (matches: MatchList) => new MatchReader(matches, compiled, source, captures).readAll();
  if (memory && typeof query === "number")
    return withHeapMatches(memory, query, grammar, tree, deadline, read);
  const matches = publicMatches(query as Query, tree, deadline);
  if (matches) read(matches);
  return matches !== null;
}

/** Captures of what a local is a part of → how it is taken from it. */
const PART_OF: Readonly<Record<string, string>> = {
  element: "[*]",
  second: "#1",
  third: "#2",
  entered: "[as]",
};

/** Parameters may lie in several lists, or beside each other without one. */
function joinPlaces(before: Place | undefined, place: Place): Place {
  return before && before.start <= place.start ? { ...before, end: Math.max(before.end, place.end) } : place;
}

class MatchReader {
  readonly #matches: MatchList;
  readonly #words: Int32Array;
  readonly #compiled: CompiledQuery;
  readonly #roles: readonly CaptureRole[];
  readonly #source: string;
  readonly #captures: Captures;

  constructor(matches: MatchList, compiled: CompiledQuery, source: string, captures: Captures) {
    this.#matches = matches;
    this.#words = matches.words;
    this.#compiled = compiled;
    this.#roles = compiled.roles;
    this.#source = source;
    this.#captures = captures;
  }

  readAll(): void {
    const words = this.#words;
    const roles = this.#roles;
    const { predicates } = this.#compiled;
    let at = this.#matches.first;
    for (let match = 0; match < this.#matches.count; match++) {
      const pattern = words[at]!;
      const first = at + 2;
      const end = first + words[at + 1]! * CAPTURE_WORDS;
      at = end;
      if (predicates[pattern]!.length > 0 && !this.#passes(pattern, first, end)) continue;
      let main = -1;
      for (let capture = first; capture < end; capture += CAPTURE_WORDS) {
        const role = roles[words[capture]!]!;
        if (role.lone) this.#addLone(role, this.#place(capture));
        else if (role.match && main < 0) main = capture;
      }
      if (main >= 0) this.#addMatch(pattern, main, first, end);
    }
  }

  #place(at: number): Place {
    const words = this.#words;
    const end = this.#matches.endOf(at);
    return { start: words[at + 2]!, end, line: words[at + 3]! + 1, column: words[at + 4]! };
  }

  #addLone(role: CaptureRole, place: Place): void {
    const captures = this.#captures;
    switch (role.lone!) {
      case "branch":
        captures.branches.push(place);
        break;
      case "scope":
        captures.scopes.push(place);
        break;
      case "comment":
        captures.comments.push(place);
        break;
      case "modifier":
        captures.modifiers.push(place);
        break;
      case "annotation":
        captures.annotations.push(place);
        break;
      case "wrapper":
        captures.wrappers.push(place);
        break;
      case "base":
        captures.bases.push({ relation: role.kind as "extends" | "implements", node: place });
        break;
      case "package":
        captures.packages.push(place);
        break;
      case "doc":
        captures.docs.push(place);
        break;
    }
  }

  #addMatch(pattern: number, main: number, first: number, end: number): void {
    const role = this.#roles[this.#words[main]!]!;
    switch (role.match!) {
      case "reference":
        this.#addReference(role.kind as ReferenceKind, pattern, first, end);
        break;
      case "definition":
        this.#addDefinition(role.kind as SymbolKind, pattern, main, first, end);
        break;
      case "parameter":
      case "local":
        this.#addBinding(role.match === "parameter", pattern, main, first, end);
        break;
      case "object":
        this.#addObject(main, first, end);
        break;
      case "import":
      case "export":
        this.#addModuleFact(role, main, first, end);
        break;
    }
  }

  #addReference(kind: ReferenceKind, pattern: number, first: number, end: number): void {
    let name: Place | undefined;
    let receiver: Place | undefined;
    for (let capture = first; capture < end; capture += CAPTURE_WORDS) {
      const part = this.#roles[this.#words[capture]!]!.name;
      if (part === "name") name ??= this.#place(capture);
      else if (part === "receiver") receiver ??= this.#place(capture);
    }
    if (!name) return;
    const reference: ReferenceCapture = { kind, pattern, name };
    if (receiver) reference.receiver = receiver;
    this.#captures.references.push(reference);
  }

  #addDefinition(kind: SymbolKind, pattern: number, main: number, first: number, end: number): void {
    const definition: Partial<DefinitionCapture> = { kind, pattern, node: this.#place(main) };
    for (let capture = first; capture < end; capture += CAPTURE_WORDS) {
      switch (this.#roles[this.#words[capture]!]!.name) {
        case "name":
          definition.name ??= this.#place(capture);
          break;
        case "parameters":
          definition.parameters = joinPlaces(definition.parameters, this.#place(capture));
          break;
        case "returns":
          definition.returns ??= this.#place(capture);
          break;
        case "value-type":
        case "type":
          definition.valueType ??= this.#place(capture);
          break;
        case "value":
          definition.value ??= this.#place(capture);
          break;
        case "body":
          definition.body ??= this.#place(capture);
          break;
        case "receiver-type":
          definition.receiverType ??= this.#place(capture);
          break;
      }
    }
    // After a syntax error the grammar may put a name of no length where one is missing.
    if (definition.name && definition.name.end > definition.name.start) {
      this.#captures.definitions.push(definition as DefinitionCapture);
    }
  }

  #addBinding(isParameter: boolean, pattern: number, main: number, first: number, end: number): void {
    const binding: Partial<BindingCapture> = { pattern, node: this.#place(main), isParameter };
    for (let capture = first; capture < end; capture += CAPTURE_WORDS) {
      const part = this.#roles[this.#words[capture]!]!.name;
      if (part === "name") binding.name ??= this.#place(capture);
      else if (part === "type" || part === "value-type") binding.type ??= this.#place(capture);
      else if (part === "value") binding.value ??= this.#place(capture);
      else if (PART_OF[part] !== undefined)
        binding.part ??= { of: this.#place(capture), name: PART_OF[part] };
    }
    if (binding.name) this.#captures.bindings.push(binding as BindingCapture);
  }

  #addObject(main: number, first: number, end: number): void {
    for (let capture = first; capture < end; capture += CAPTURE_WORDS)
      if (this.#roles[this.#words[capture]!]!.name === "type")
        this.#captures.objects.push({ node: this.#place(main), type: this.#place(capture) });
  }

  #addModuleFact(role: CaptureRole, main: number, first: number, end: number): void {
    const { definition } = this.#compiled;
    const match = this.#copyMatch(first, end);
    const at = this.#place(main);
    if (role.match === "import") {
      const facts = definition.readImport?.(match) ?? readImportMatch(match, role.kind, at.line);
      for (const fact of facts) this.#captures.imports.push({ at, fact });
    } else {
      const facts = definition.readExport?.(match) ?? readExportMatch(match, at.line);
      for (const fact of facts) this.#captures.exports.push({ at, fact });
    }
  }

  #copyMatch(first: number, end: number): CapturedMatch {
    const match: Record<string, CapturedNode[]> = {};
    for (let capture = first; capture < end; capture += CAPTURE_WORDS) {
      const { name } = this.#roles[this.#words[capture]!]!;
      match[name] ??= [];
      match[name].push(this.#copyNode(capture));
    }
    return match;
  }

  #copyNode(capture: number): CapturedNode {
    const { start, end, line, column } = this.#place(capture);
    const text = this.#source.slice(start, end);
    let endLine = line;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) endLine += 1;
    return {
      type: this.#matches.typeOf(capture),
      text,
      start,
      end,
      startLine: line,
      endLine,
      startColumn: column,
    };
  }

  #passes(pattern: number, first: number, end: number): boolean {
    const texts = (index: number): string[] => {
      const found: string[] = [];
      for (let capture = first; capture < end; capture += CAPTURE_WORDS) {
        if (this.#words[capture] !== index) continue;
        found.push(this.#source.slice(this.#words[capture + 2]!, this.#matches.endOf(capture)));
      }
      return found;
    };
    return this.#compiled.predicates[pattern]!.every((holds) => holds(texts));
  }
}
