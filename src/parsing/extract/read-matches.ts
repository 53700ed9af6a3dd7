/** Runs a language's query over a tree and sorts the matches into Captures, reading them from the module's heap. */
import type { Tree } from "web-tree-sitter";
import type { ReferenceKind, SymbolKind } from "../../core/facts.ts";
import type { CapturedMatch, CapturedNode } from "../../languages/contract.ts";
import type { CaptureRole } from "./capture-roles.ts";
import type { BindingCapture, Captures, DefinitionCapture, Place, ReferenceCapture } from "./captures.ts";
import type { CompiledQuery } from "./compile-language.ts";
import type { CpuDeadline } from "./cpu-deadline.ts";
import { readExportMatch, readImportMatch } from "./imports.ts";
import { addressOf, type RawModule, type Runtime } from "./runtime.ts";

/** captureIndex, id, startIndex, row, column, alias: six 32-bit numbers per capture. */
const CAPTURE_INTS = 6;
const NO_MATCH_LIMIT = 0xffffffff;

/** Adds what the query finds to `captures`; false when the deadline passed first. */
export function readMatches(
  runtime: Runtime,
  compiled: CompiledQuery,
  tree: Tree,
  source: string,
  deadline: CpuDeadline,
  captures: Captures,
): boolean {
  const { raw, transfer } = runtime;
  let isLate = false;
  raw.currentQueryProgressCallback = () => {
    isLate ||= deadline.isPast();
    return isLate;
  };
  const root = tree.rootNode;
  writeNode(raw, transfer, root.id, root.startIndex, root.startPosition.row, root.startPosition.column, 0);
  const treeAddress = addressOf(tree);
  raw._ts_query_matches_wasm(
    compiled.address,
    treeAddress,
    ...[0, 0, 0, 0, 0, 0],
    ...[0, 0, 0, 0, 0, 0],
    NO_MATCH_LIMIT,
    NO_MATCH_LIMIT,
  );
  raw.currentQueryProgressCallback = null;
  const count = raw.HEAP32[transfer]!;
  const address = raw.HEAP32[transfer + 1]!;
  if (!isLate) new MatchReader(runtime, compiled, treeAddress, source, captures).readAll(count, address >> 2);
  raw._free(address);
  return !isLate;
}

function writeNode(
  raw: RawModule,
  at: number,
  id: number,
  start: number,
  row: number,
  column: number,
  alias: number,
): void {
  const heap = raw.HEAP32;
  heap[at] = id;
  heap[at + 1] = start;
  heap[at + 2] = row;
  heap[at + 3] = column;
  heap[at + 4] = alias;
}

/** Parameters may lie in several lists, or beside each other without one. */
function joinPlaces(before: Place | undefined, place: Place): Place {
  return before && before.start <= place.start ? { ...before, end: Math.max(before.end, place.end) } : place;
}

class MatchReader {
  private readonly heap: Int32Array;
  private readonly roles: readonly CaptureRole[];

  constructor(
    private readonly runtime: Runtime,
    private readonly compiled: CompiledQuery,
    private readonly tree: number,
    private readonly source: string,
    private readonly captures: Captures,
  ) {
    this.heap = runtime.raw.HEAP32;
    this.roles = compiled.roles;
  }

  readAll(count: number, address: number): void {
    const { heap, roles, compiled } = this;
    let at = address;
    for (let match = 0; match < count; match++) {
      const pattern = heap[at]!;
      const first = at + 2;
      const end = first + heap[at + 1]! * CAPTURE_INTS;
      at = end;
      if (compiled.predicates[pattern]!.length > 0 && !this.passes(pattern, first, end)) continue;
      let main = -1;
      for (let capture = first; capture < end; capture += CAPTURE_INTS) {
        const role = roles[heap[capture]!]!;
        if (role.lone) this.addLone(role, this.place(capture));
        else if (role.match && main < 0) main = capture;
      }
      if (main >= 0) this.addMatch(pattern, main, first, end);
    }
  }

  /** Asks the module for the end of the node that capture `at` describes. */
  private endOf(at: number): number {
    const { heap } = this;
    const to = this.runtime.transfer;
    heap[to] = heap[at + 1]!;
    heap[to + 1] = heap[at + 2]!;
    heap[to + 2] = heap[at + 3]!;
    heap[to + 3] = heap[at + 4]!;
    heap[to + 4] = heap[at + 5]!;
    return this.runtime.raw._ts_node_end_index_wasm(this.tree);
  }

  private place(at: number): Place {
    const { heap } = this;
    return { start: heap[at + 2]!, end: this.endOf(at), line: heap[at + 3]! + 1, column: heap[at + 4]! };
  }

  private addLone(role: CaptureRole, place: Place): void {
    const { captures } = this;
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

  private addMatch(pattern: number, main: number, first: number, end: number): void {
    const role = this.roles[this.heap[main]!]!;
    switch (role.match!) {
      case "reference":
        this.addReference(role.kind as ReferenceKind, pattern, first, end);
        break;
      case "definition":
        this.addDefinition(role.kind as SymbolKind, pattern, main, first, end);
        break;
      case "parameter":
      case "local":
        this.addBinding(role.match === "parameter", pattern, main, first, end);
        break;
      case "import":
      case "export":
        this.addModuleFact(role, main, first, end);
        break;
    }
  }

  private addReference(kind: ReferenceKind, pattern: number, first: number, end: number): void {
    let name: Place | undefined;
    let receiver: Place | undefined;
    for (let capture = first; capture < end; capture += CAPTURE_INTS) {
      const part = this.roles[this.heap[capture]!]!.name;
      if (part === "name") name ??= this.place(capture);
      else if (part === "receiver") receiver ??= this.place(capture);
    }
    if (!name) return;
    const reference: ReferenceCapture = { kind, pattern, name };
    if (receiver) reference.receiver = receiver;
    this.captures.references.push(reference);
  }

  private addDefinition(kind: SymbolKind, pattern: number, main: number, first: number, end: number): void {
    const definition: Partial<DefinitionCapture> = { kind, pattern, node: this.place(main) };
    for (let capture = first; capture < end; capture += CAPTURE_INTS) {
      switch (this.roles[this.heap[capture]!]!.name) {
        case "name":
          definition.name ??= this.place(capture);
          break;
        case "parameters":
          definition.parameters = joinPlaces(definition.parameters, this.place(capture));
          break;
        case "returns":
          definition.returns ??= this.place(capture);
          break;
        case "value-type":
        case "type":
          definition.valueType ??= this.place(capture);
          break;
        case "value":
          definition.value ??= this.place(capture);
          break;
        case "body":
          definition.body ??= this.place(capture);
          break;
        case "receiver-type":
          definition.receiverType ??= this.place(capture);
          break;
      }
    }
    // After a syntax error the grammar may put a name of no length where one is missing.
    if (definition.name && definition.name.end > definition.name.start) {
      this.captures.definitions.push(definition as DefinitionCapture);
    }
  }

  private addBinding(isParameter: boolean, pattern: number, main: number, first: number, end: number): void {
    const binding: Partial<BindingCapture> = { pattern, node: this.place(main), isParameter };
    for (let capture = first; capture < end; capture += CAPTURE_INTS) {
      const part = this.roles[this.heap[capture]!]!.name;
      if (part === "name") binding.name ??= this.place(capture);
      else if (part === "type" || part === "value-type") binding.type ??= this.place(capture);
      else if (part === "value") binding.value ??= this.place(capture);
    }
    if (binding.name) this.captures.bindings.push(binding as BindingCapture);
  }

  private addModuleFact(role: CaptureRole, main: number, first: number, end: number): void {
    const { definition } = this.compiled;
    const match = this.copyMatch(first, end);
    const at = this.place(main);
    if (role.match === "import") {
      const facts = definition.readImport?.(match) ?? readImportMatch(match, role.kind, at.line);
      for (const fact of facts) this.captures.imports.push({ at, fact });
    } else {
      const facts = definition.readExport?.(match) ?? readExportMatch(match, at.line);
      for (const fact of facts) this.captures.exports.push({ at, fact });
    }
  }

  private copyMatch(first: number, end: number): CapturedMatch {
    const match: Record<string, CapturedNode[]> = {};
    for (let capture = first; capture < end; capture += CAPTURE_INTS) {
      const { name } = this.roles[this.heap[capture]!]!;
      match[name] ??= [];
      match[name].push(this.copyNode(capture));
    }
    return match;
  }

  private copyNode(capture: number): CapturedNode {
    const { start, end, line, column } = this.place(capture);
    const typeId = this.runtime.raw._ts_node_symbol_wasm(this.tree);
    const text = this.source.slice(start, end);
    let endLine = line;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) endLine += 1;
    return {
      type: this.compiled.grammar.types[typeId] ?? "ERROR",
      text,
      start,
      end,
      startLine: line,
      endLine,
      startColumn: column,
    };
  }

  private passes(pattern: number, first: number, end: number): boolean {
    const texts = (index: number): string[] => {
      const found: string[] = [];
      for (let capture = first; capture < end; capture += CAPTURE_INTS) {
        if (this.heap[capture] !== index) continue;
        found.push(this.source.slice(this.heap[capture + 2]!, this.endOf(capture)));
      }
      return found;
    };
    return this.compiled.predicates[pattern]!.every((holds) => holds(texts));
  }
}
