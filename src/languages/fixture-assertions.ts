/**
 * Fixtures are real files with assertions in comments. An assertion line points with carets at columns of the
 * nearest code line above it, and is taken out of the text before that is extracted:
 *
 *     class Cart {
 *     //    ^^^^ definition class Cart
 *       add(item: Item) {}
 *     //^^^ definition method Cart.add params=item scope=internal
 *     //          ^^^^ reference type Item from=Cart.add
 *
 * `<-` instead of carets points at the column where the comment starts, for things at the start of a line.
 * Forms: `definition KIND Qualified.name`, `reference KIND name`, `import SOURCE`, `export NAME`, `call NAME`,
 * `annotation NAME`, each after `no` for what must not be found there. What calls and annotations are given is spelled
 * `args="0=/users/{id}; 1[method]=POST; 2.name=x"`: position, name behind a dot, key in brackets, holes in braces. Pairs `key=value` may follow; a value in double quotes may hold spaces.
 * Languages without comments put `LINE:COLUMN definition KIND name` lines into a file `NAME.expect` beside it.
 */
import type { ArgumentFact, BlobFacts } from "../core/facts.ts";

export interface Assertion {
  /** Line in the text without assertion lines, 1-based; columns 0-based, last inclusive. */
  line: number;
  firstColumn: number;
  lastColumn: number;
  isAbsent: boolean;
  what: "definition" | "reference" | "import" | "export" | "call" | "annotation";
  kind: string;
  name: string;
  attributes: Record<string, string>;
  /** As written, for messages. */
  text: string;
}

const CLAIM =
  /(no )?(definition|reference|import|export|call|annotation)\s+(.+?)\s*(?:-->|\*\/\}?|\*\)|-\}|#\}|\]\])?\s*$/;
const POINTER = new RegExp(String.raw`^(\s*)[^\w\s^<]*(?:<!--)?\s*(?:(\^+)|<-)\s+${CLAIM.source}`);
const SIDECAR = new RegExp(String.raw`^(\d+):(\d+)\s+${CLAIM.source}`);

export function readFixture(text: string, sidecar?: string): { source: string; assertions: Assertion[] } {
  const kept: string[] = [];
  const assertions: Assertion[] = [];
  for (const line of text.split("\n")) {
    const match = POINTER.exec(line);
    if (!match) {
      kept.push(line);
      continue;
    }
    const carets = match[2];
    const firstColumn = carets ? line.indexOf(carets) : match[1]!.length;
    const lastColumn = firstColumn + (carets?.length ?? 1) - 1;
    assertions.push(claim(line.trim(), kept.length, firstColumn, lastColumn, match.slice(3)));
  }
  for (const line of sidecar?.split("\n") ?? []) {
    const match = SIDECAR.exec(line);
    if (!match) continue;
    const column = Number(match[2]);
    assertions.push(claim(line, Number(match[1]), column, column, match.slice(3)));
  }
  return { source: kept.join("\n"), assertions };
}

function claim(
  text: string,
  line: number,
  firstColumn: number,
  lastColumn: number,
  [absent, what, rest]: (string | undefined)[],
): Assertion {
  const attributes: Record<string, string> = {};
  const words = rest!.replace(
    /\s(\w+)=(?:"([^"]*)"|(\S*))/g,
    (_, key: string, quoted?: string, plain?: string) => {
      attributes[key] = quoted ?? plain ?? "";
      return "";
    },
  );
  const hasKind = what === "definition" || what === "reference";
  const [kind, ...name] = hasKind ? words.trim().split(/\s+/) : ["", words.trim()];
  return {
    line,
    firstColumn,
    lastColumn,
    isAbsent: absent !== undefined,
    what: what as Assertion["what"],
    kind: kind!,
    name: name.join(" "),
    attributes,
    text,
  };
}

interface Found {
  kind: string;
  name: string;
  column: number;
  attributes: Record<string, string>;
}

/** Null when the assertion holds, otherwise what was found in its place. */
export function checkAssertion(assertion: Assertion, facts: BlobFacts): string | null {
  const found = foundOn(assertion, facts);
  const holds = found.some(
    (one) =>
      one.kind === assertion.kind &&
      one.name === assertion.name &&
      (one.column < 0 || overlaps(one, assertion)) &&
      Object.entries(assertion.attributes).every(([key, value]) => one.attributes[key] === value),
  );
  if (holds !== assertion.isAbsent) return null;
  const there = found.map(
    (one) => `  ${one.kind} ${one.name} at column ${one.column} ${JSON.stringify(one.attributes)}`,
  );
  return `line ${assertion.line}, columns ${assertion.firstColumn}-${assertion.lastColumn}: ${assertion.text}\nfound on that line:\n${there.join("\n") || "  nothing"}`;
}

/** Some caret lies under some character of the name. */
function overlaps(one: Found, { firstColumn, lastColumn }: Assertion): boolean {
  return one.column <= lastColumn && one.column + one.name.split(".").at(-1)!.length > firstColumn;
}

function foundOn({ what, line }: Assertion, facts: BlobFacts): Found[] {
  const nameOf = (symbol: number): string => facts.symbols[symbol]?.qualifiedName ?? "";
  switch (what) {
    case "definition":
      return facts.symbols
        .filter((symbol) => symbol.namePosition.line === line)
        .map((symbol) => ({
          kind: symbol.kind,
          name: symbol.qualifiedName,
          column: symbol.namePosition.column,
          attributes: {
            scope: symbol.scope,
            overload: String(symbol.overload),
            parent: nameOf(symbol.parent),
            params: symbol.parameters.map((parameter) => parameter.name).join(","),
            types: symbol.parameters.map((parameter) => parameter.type ?? "").join(","),
            returns: symbol.returnType ?? "",
            type: symbol.valueType ?? "",
            doc: symbol.doc ?? "",
            modifiers: symbol.modifiers.join(","),
            bases: symbol.bases.map((base) => `${base.relation}:${base.name}`).join(","),
            signature: symbol.signature,
            complexity: String(symbol.complexity),
            receiver: symbol.receiverType ?? "",
            lines: `${symbol.span.startLine}-${symbol.span.endLine}`,
          },
        }));
    case "reference":
      return facts.references
        .filter((reference) => reference.position.line === line)
        .map((reference) => ({
          kind: reference.kind,
          name: reference.name,
          column: reference.position.column,
          attributes: { receiver: reference.receiver ?? "", from: nameOf(reference.from) },
        }));
    case "import":
      return facts.imports
        .filter((one) => one.line === line)
        .map((one) => ({
          kind: "",
          name: one.source,
          column: -1,
          attributes: {
            kind: one.kind,
            wildcard: String(one.isWildcard),
            bindings: one.bindings.map(({ imported, local }) => `${imported}:${local}`).join(","),
          },
        }));
    case "export":
      return facts.exports
        .filter((one) => one.line === line)
        .map((one) => ({
          kind: "",
          name: one.exported,
          column: -1,
          attributes: { local: one.local, source: one.source ?? "" },
        }));
    case "call":
      return facts.calls
        .filter((one) => one.span.startLine === line)
        .map((one) => ({
          kind: "",
          name: one.name,
          column: -1,
          attributes: {
            receiver: one.receiver ?? "",
            from: nameOf(one.from),
            args: spellArguments(one.arguments),
          },
        }));
    case "annotation":
      return facts.annotations
        .filter((one) => one.span.startLine === line)
        .map((one) => ({
          kind: "",
          name: one.name,
          column: -1,
          attributes: {
            receiver: one.receiver ?? "",
            on: nameOf(one.symbol),
            parameter: one.parameter ?? "",
            args: spellArguments(one.arguments),
          },
        }));
  }
}

function spellArguments(given: readonly ArgumentFact[]): string {
  const spelled = given.map(({ position, name, key, text, holes }) => {
    const place = `${position}${name === undefined ? "" : `.${name}`}${key === undefined ? "" : `[${key}]`}`;
    let template = text;
    for (const hole of [...holes].reverse())
      template = `${template.slice(0, hole.at)}{${hole.text}}${template.slice(hole.at)}`;
    return `${place}=${template}`;
  });
  return spelled.join("; ");
}
