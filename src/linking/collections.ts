/** Type texts of collections → the text of what they hold; and what their own members give. */
import type { LanguageFamily } from "../languages/family.ts";
import { splitTopLevel, unionPartsOf } from "./type-names.ts";

const WORDS_BEFORE = /^(?:readonly|const|final|mut|dyn|impl|var|let|in|out|ref)\s+/;
const MARKS_BEFORE = /^(?:[*&?:]+|\.\.\.|'\w+\s+)\s*/;

/** Collections by their name: how many type arguments stand before the one that is held. */
const HELD_AT: ReadonlyMap<string, number> = new Map([
  ...named(
    0,
    "Array ReadonlyArray Set ReadonlySet WeakSet Iterable Iterator IterableIterator AsyncIterable AsyncIterator",
  ),
  ...named(
    0,
    "AsyncGenerator Generator ArrayLike List ArrayList LinkedList Collection Deque Queue ArrayDeque Stack Vector",
  ),
  ...named(
    0,
    "HashSet LinkedHashSet TreeSet SortedSet Stream Optional Iterable Sequence MutableSequence Iterator",
  ),
  ...named(
    0,
    "IEnumerable ICollection IList IReadOnlyList IReadOnlyCollection IQueryable ISet IAsyncEnumerable",
  ),
  ...named(0, "ImmutableList ImmutableArray ImmutableSet Span ReadOnlySpan ConcurrentBag ConcurrentQueue"),
  ...named(
    0,
    "list set frozenset tuple deque Tuple FrozenSet AsyncIterator Vec VecDeque BTreeSet Slice slice vector Observable",
  ),
  ...named(
    1,
    "Map ReadonlyMap WeakMap Record HashMap LinkedHashMap TreeMap SortedMap ConcurrentHashMap ConcurrentMap",
  ),
  ...named(1, "Dictionary IDictionary IReadOnlyDictionary ConcurrentDictionary SortedDictionary"),
  ...named(
    1,
    "dict Dict Mapping MutableMapping OrderedDict defaultdict DefaultDict BTreeMap unordered_map map",
  ),
]);

function named(at: number, names: string): [string, number][] {
  return names.split(" ").map((name) => [name, at]);
}

export interface HeldType {
  text: string;
  /** Going through a map gives its keys or pairs, not what it holds. */
  isMap: boolean;
}

/** What a collection of this type holds; null when the text names no collection. */
export function heldType(written: string, family: LanguageFamily, depth = 0): HeldType | null {
  if (depth > 5) return null;
  let text = written.trim();
  if (family.quotesTypes) text = text.replace(/^["']|["']$/g, "");
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(WORDS_BEFORE, "").replace(MARKS_BEFORE, "").trim();
  }
  text = text.replace(/[?!&*\s]+$/, "");
  if (text.startsWith("(") && text.endsWith(")")) return heldType(text.slice(1, -1), family, depth + 1);
  if (text.includes("|")) {
    const parts = unionPartsOf(text);
    if (parts.length !== 1) return null;
    if (parts[0] !== text) return heldType(parts[0]!, family, depth + 1);
  }
  if (text.endsWith("[]")) return { text: text.slice(0, -2), isMap: false };
  const map = /^map\[[^\]]*\](.+)$/s.exec(text);
  // Only Go writes it so, where a loop over a map gives what it holds.
  if (map) return { text: map[1]!, isMap: false };
  const slice = /^\[[^\]]*\](.+)$/s.exec(text) ?? /^\[([^;\]]+)(?:;[^\]]*)?\]$/s.exec(text);
  if (slice) return { text: slice[1]!, isMap: false };
  return heldByGeneric(text, family, depth);
}

function heldByGeneric(text: string, family: LanguageFamily, depth: number): HeldType | null {
  const generic = /^([\w$.:]+)\s*[<[](.*)[>\]]$/s.exec(text);
  if (!generic) return null;
  const name = generic[1]!.split(/::|\./).at(-1)!;
  const held = splitTopLevel(generic[2]!, ",");
  const at = HELD_AT.get(name);
  if (at !== undefined) {
    const argument = held[at];
    return argument === undefined ? null : { text: argument, isMap: at > 0 };
  }
  return family.transparentTypes.has(name) && held[0] !== undefined
    ? heldType(held[0], family, depth + 1)
    : null;
}

/** Members of collections that give the collection again, or one like it. */
const GIVES_SAME: ReadonlySet<string> = new Set(
  (
    "filter slice sort reverse concat toSorted toReversed splice values stream parallelStream distinct limit skip peek sorted " +
    "toList toArray collect iter iter_mut into_iter copied cloned rev take Where OrderBy OrderByDescending ThenBy Take Skip " +
    "Distinct Reverse ToList ToArray AsEnumerable AsQueryable Concat copy iterator listIterator Values"
  ).split(" "),
);

/** Members that give one of what the collection holds. */
const GIVES_ONE: ReadonlySet<string> = new Set(
  (
    "find findLast pop shift at get getOrDefault getFirst getLast first last next poll peek remove element firstElement " +
    "findFirst findAny orElse orElseThrow orElseGet setdefault popleft popitem unwrap expect get_mut first_mut " +
    "First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt Dequeue Pop Peek computeIfAbsent"
  ).split(" "),
);

/** Members that give one element of a list, but of a map something else. */
const OF_LISTS: ReadonlySet<string> = new Set("find next first First last Last".split(" "));

export type Given = "collection" | "held" | "nothing";

export function givenBy(member: string, { isMap }: HeldType): Given {
  if (member === "[]") return "held";
  if (member === "[*]" || member === "[as]") return isMap ? "nothing" : "held";
  if (GIVES_SAME.has(member) && (!isMap || /^values$/i.test(member))) return "collection";
  return GIVES_ONE.has(member) && !(isMap && OF_LISTS.has(member)) ? "held" : "nothing";
}
