/**
 * Text for a terminal: lines are broken between words, so that no path and no name is cut in two, and the parts of an
 * answer can be told apart by colour. Programs that read the output get the text as it is.
 */

export interface TerminalStyle {
  /** Null: lines are left as long as they are. */
  columns: number | null;
  hasColour: boolean;
}

/** A terminal that tells no size says 0; nothing reads better for being broken into less than this. */
const MIN_COLUMNS = 20;

interface Stream {
  isTTY?: boolean;
  columns?: number;
}

/** https://no-color.org and https://force-color.org: NO_COLOR wins, and each counts when it is not empty. */
export function styleOf(stream: Stream, env: NodeJS.ProcessEnv): TerminalStyle {
  const isTerminal = stream.isTTY === true;
  const isForced = Boolean(env.FORCE_COLOR) && env.FORCE_COLOR !== "0";
  const isWanted = isForced || (isTerminal && env.TERM !== "dumb" && env.FORCE_COLOR !== "0");
  return {
    columns: isTerminal && (stream.columns ?? 0) >= MIN_COLUMNS ? stream.columns! : null,
    hasColour: isWanted && !env.NO_COLOR,
  };
}

/** Where what continues a broken line begins. */
const HANGING = "    ";
/** Numbered source and what is to be copied stay as they are. */
const KEPT_WHOLE = /^(?:\d+\| |next: |undo: |more: )/;

const COLOURS = { bold: 1, dim: 2, red: 31, yellow: 33, cyan: 36 } as const;
type Colour = keyof typeof COLOURS;

/** By how a line begins; the first that fits. */
const LINE_COLOURS: readonly [RegExp, Colour][] = [
  [/^\[(?:data|end) [0-9a-f]+[:\]]/, "dim"],
  [/^clew: /, "red"],
  [/^FAIL /, "red"],
  [/^(?:warning|note): /, "yellow"],
  [/^(?:next|undo|more|hint): /, "cyan"],
];

/** `src/a.ts:12-14` at the start of a line. */
const PLACE = /^[^\s:]+:\d+(?:-\d+)?/;

/** The first line says what was found. */
export function styleAnswer(text: string, style: TerminalStyle): string {
  const [head = "", ...rest] = text.split("\n");
  return [
    paint(wrapLine(head, style.columns), "bold", style),
    ...rest.map((line) => styleLine(line, style)),
  ].join("\n");
}

/** Lines that are no answer: a report, an error. Contract: the text has passed the sanitizer. */
export function styleText(text: string, style: TerminalStyle): string {
  return text
    .split("\n")
    .map((line) => styleLine(line, style))
    .join("\n");
}

function styleLine(line: string, style: TerminalStyle): string {
  const wrapped = wrapLine(line, style.columns);
  if (!style.hasColour) return wrapped;
  const colour = LINE_COLOURS.find(([start]) => start.test(line))?.[1];
  if (colour) return paint(wrapped, colour, style);
  return wrapped.replace(PLACE, (place) => paint(place, "cyan", style));
}

function paint(text: string, colour: Colour, { hasColour }: TerminalStyle): string {
  return hasColour && text !== "" ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
}

function wrapLine(line: string, columns: number | null): string {
  if (columns === null || line.length <= columns || KEPT_WHOLE.test(line)) return line;
  const indent = /^ */.exec(line)![0];
  const [first = "", ...words] = line.slice(indent.length).split(" ");
  const lines: string[] = [];
  let open = indent + first;
  for (const word of words) {
    const longer = `${open} ${word}`;
    if (longer.length <= columns) open = longer;
    else {
      lines.push(open);
      open = indent + HANGING + word;
    }
  }
  return [...lines, open].join("\n");
}
