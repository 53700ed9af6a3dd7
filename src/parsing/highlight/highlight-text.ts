/** One text → coloured spans, by walking the leaves of its syntax tree within a deadline. */
import type { Tree } from "web-tree-sitter";
import { CpuDeadline } from "../extract/cpu-deadline.ts";
import { loadGrammar, loadGrammarFile, loadRuntime } from "../extract/runtime.ts";
import type { GrammarChoice } from "./protocol.ts";
import { classOfLeaf, classOfWhole, TOKEN_CLASSES, type TokenClass } from "./token-classes.ts";

/** Longer leaves are no words; their text tells nothing. */
const MAX_LEAF = 64;

export async function highlightText(
  { grammar, grammarFile }: GrammarChoice,
  text: string,
  limitMs: number,
): Promise<Uint32Array> {
  const { parser } = await loadRuntime();
  parser.setLanguage(await (grammarFile ? loadGrammarFile(grammarFile) : loadGrammar(grammar!)));
  const deadline = new CpuDeadline(limitMs);
  const tree = parser.parse(text, null, { progressCallback: () => deadline.isPast() });
  if (!tree) {
    parser.reset();
    return new Uint32Array();
  }
  try {
    return spansOf(tree, text, deadline);
  } finally {
    tree.delete();
  }
}

/** What was found before the deadline stands; the rest stays plain. */
function spansOf(tree: Tree, text: string, deadline: CpuDeadline): Uint32Array {
  const spans = new SpanList();
  const above: string[] = [];
  const cursor = tree.walk();
  try {
    while (!deadline.isPast()) {
      const type = cursor.nodeType;
      const whole = cursor.nodeIsNamed ? classOfWhole(type) : null;
      if (whole) spans.add(cursor.startIndex, cursor.endIndex, whole);
      else if (cursor.gotoFirstChild()) {
        above.push(type);
        continue;
      } else {
        const { startIndex, endIndex } = cursor;
        const found = classOfLeaf({
          type,
          isNamed: cursor.nodeIsNamed,
          text: endIndex - startIndex <= MAX_LEAF ? text.slice(startIndex, endIndex) : "",
          parent: above.at(-1) ?? "",
          grandparent: above.at(-2) ?? "",
        });
        if (found) spans.add(startIndex, endIndex, found);
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return spans.toArray();
        above.pop();
      }
    }
    return spans.toArray();
  } finally {
    cursor.delete();
  }
}

class SpanList {
  readonly #values: number[] = [];

  /** Neighbours of one class become one span; what overlaps an earlier span is left out. */
  add(start: number, end: number, found: TokenClass): void {
    const values = this.#values;
    const at = TOKEN_CLASSES.indexOf(found);
    const last = values.length - 3;
    if (end <= start || (last >= 0 && start < values[last + 1]!)) return;
    if (last >= 0 && values[last + 1] === start && values[last + 2] === at) values[last + 1] = end;
    else values.push(start, end, at);
  }

  toArray(): Uint32Array {
    return Uint32Array.from(this.#values);
  }
}
