// One row of src/codec/fact-fields.ts as code that writes it, reads it or tells its size: a new type of field is a case in
// each of these.

/** @typedef {{ name: string, type: string, argument: string, extra: string, since: number, outward: string | null }} Row */

/** @returns {Row} */
export function parseRow([name, spelled, ...notes]) {
  const [type, argument = "", extra = ""] = spelled.split(" ");
  const since = Number(notes.find((note) => note.startsWith("since "))?.slice(6) ?? 1);
  const outward = notes.find((note) => note.startsWith("outward")) ?? null;
  return { name, type, argument, extra, since, outward };
}

/** `arguments` is no name for a variable. */
export const variable = (name) => (name === "arguments" ? "argumentList" : name);
export const isOptional = ({ type }) => type.endsWith("?") || type === "optional";

/** How many varints a row always takes; null when that differs. */
const FIXED = {
  number: 1,
  ordinal: 1,
  flag: 1,
  word: 1,
  "word-and-flag": 1,
  string: 1,
  "string?": 1,
  own: 1,
  "own?": 1,
  span: 4,
  position: 2,
  "line?": 1,
  "count?": 1,
  after: 1,
  "moving-span": 4,
  "moving-position": 2,
  "qualified-name": 1,
};
export const fixedSize = (row) => FIXED[row.type] ?? null;

export function write(row, item) {
  const value = `${item}.${row.name}`;
  switch (row.type) {
    case "number":
      return [`out.varint(${value});`];
    case "ordinal":
      return [`out.varint(${value} + 1);`];
    case "flag":
      return [`out.varint(${value} ? 1 : 0);`];
    case "word":
      return [`out.varint(${row.argument}.codeOf[${value}]);`];
    case "word-and-flag":
      return [`out.varint(${row.argument}.codeOf[${value}] * 2 + (${item}.${row.extra} ? 1 : 0));`];
    case "string":
    case "string?":
      return [`out.string(${value});`];
    case "own":
    case "own?":
      return [`out.ownString(${value});`];
    case "strings":
      return [
        `out.varint(${value}.length);`,
        `for (let at = 0; at < ${value}.length; at++) out.string(${value}[at]);`,
      ];
    case "uint32s":
      return [`out.varint(${value}.length);`, `out.uint32s(${value});`];
    case "span":
      return [`out.span(${value});`];
    case "position":
      return [`out.varint(${value}.line);`, `out.varint(${value}.column);`];
    case "line?":
      return [`out.varint(${value} ?? 0);`];
    case "count?":
      return [`out.varint((${value} ?? -1) + 1);`];
    case "after":
      return [`out.signed(${value} - ${item}.${row.argument});`];
    case "moving-span":
      return [
        `out.signed(${value}.start - lastStart);`,
        `out.varint(${value}.end - ${value}.start);`,
        `out.signed(${value}.startLine - lastLine);`,
        `out.varint(${value}.endLine - ${value}.startLine);`,
        `lastStart = ${value}.start;`,
        `lastLine = ${value}.startLine;`,
      ];
    case "qualified-name":
      return [`out.ownString(isDerivedName(${item}, items[${item}.parent]) ? undefined : ${value});`];
    case "list":
      return [`write${row.argument}s(out, ${value});`];
    case "optional":
      return [`writeOptional${row.argument}(out, ${value});`];
  }
  throw new Error(`fact-fields: ${row.name} has the unknown type ${row.type}`);
}

/** The same for records of a fixed number of varints, without a call per number. */
export function writeDense(row, item) {
  const value = `${item}.${row.name}`;
  const put = (number) => `at = putVarint(bytes, at, ${number});`;
  switch (row.type) {
    case "number":
      return [put(value)];
    case "ordinal":
      return [put(`${value} + 1`)];
    case "count?":
      return [put(`(${value} ?? -1) + 1`)];
    case "word":
      return [`bytes[at++] = ${row.argument}.codeOf[${value}];`];
    case "string":
      return [put(`out.numberOf(${value})`)];
    case "string?":
      return [put(`${value} === undefined ? 0 : out.numberOf(${value})`)];
    case "moving-position":
      return [put(`foldSign(${value}.line - lastLine)`), put(`${value}.column`), `lastLine = ${value}.line;`];
  }
  return null;
}

/** An expression that reads the row, or null when it takes statements of its own. */
function read(row) {
  switch (row.type) {
    case "number":
    case "line?":
      return "input.varint()";
    case "ordinal":
    case "count?":
      return "input.varint() - 1";
    case "flag":
      return "input.varint() === 1";
    case "word":
      return `${row.argument}.wordOf(input.varint())`;
    case "string":
    case "own":
      return "input.string()";
    case "string?":
    case "own?":
      return "input.optional()";
    case "strings":
      return "input.strings()";
    case "uint32s":
      return "input.uint32s()";
    case "span":
      return "input.span()";
    case "position":
      return "{ line: input.varint(), column: input.varint() }";
    case "after":
      return `${variable(row.argument)} + input.signed()`;
    case "qualified-name":
      return "input.optional() ?? derivedName({ name, parent }, items)";
    case "list":
      return `read${row.argument}s(input)`;
    case "optional":
      return `readOptional${row.argument}(input)`;
  }
  return null;
}

const ABSENT = { list: "[]", strings: "[]", uint32s: "[]", flag: "false", number: "0", ordinal: "-1" };

export function readStatements(row) {
  const name = variable(row.name);
  if (row.type === "word-and-flag")
    return [
      `const ${name}Code = input.varint();`,
      `const ${name} = ${row.argument}.wordOf(${name}Code >>> 1);`,
      `const ${row.extra} = ${name}Code % 2 === 1;`,
    ];
  if (row.type === "moving-position")
    return ["lastLine += input.signed();", `const ${name} = { line: lastLine, column: input.varint() };`];
  if (row.type === "moving-span")
    return [
      "lastStart += input.signed();",
      `const ${name}End = lastStart + input.varint();`,
      "lastLine += input.signed();",
      `const ${name} = { start: lastStart, end: ${name}End, startLine: lastLine, endLine: lastLine + input.varint() };`,
    ];
  const expression = read(row);
  if (row.since === 1) return [`const ${name} = ${expression};`];
  const absent = row.type === "count?" ? "-1" : isOptional(row) ? "undefined" : ABSENT[row.type];
  if (absent === undefined) throw new Error(`fact-fields: ${row.name} cannot come later`);
  return [`const ${name} = input.version >= ${row.since} ? ${expression} : ${absent};`];
}
