/** Predicates of queries (#eq? #not-eq? #any-of? #not-any-of? #match? #not-match?) as data, and what they mean. */

/** `["eq?", capture, "text"]`; an argument is the index of a capture or a text. */
export type PredicateData = readonly [operator: string, ...args: (number | string)[]];

/** Texts of a match's captures by capture index. */
export type CapturedTexts = (capture: number) => readonly string[];
export type TextPredicate = (texts: CapturedTexts) => boolean;

/** Throws on a predicate that nothing here understands: a silent one would match everything. */
export function readPredicate([operator, subject, ...args]: PredicateData): TextPredicate {
  if (typeof subject !== "number") throw new Error(`#${operator} has no capture`);
  const isNegated = operator.startsWith("not-");
  const holds = testOf(isNegated ? operator.slice(4) : operator, args);
  return (texts) => texts(subject).every((text) => holds(text, texts) !== isNegated);
}

function testOf(
  operator: string,
  args: readonly (number | string)[],
): (text: string, texts: CapturedTexts) => boolean {
  switch (operator) {
    case "eq?": {
      const [other] = args;
      if (typeof other === "number") return (text, texts) => texts(other).includes(text);
      return (text) => text === other;
    }
    case "any-of?": {
      const allowed = new Set(args);
      return (text) => allowed.has(text);
    }
    case "match?": {
      const pattern = new RegExp(String(args[0]));
      return (text) => pattern.test(text);
    }
    default:
      throw new Error(`unknown predicate #${operator}`);
  }
}
