/** YAML and JSON as a tree that knows its lines. Aliases are followed where asked, so a bomb of them costs nothing. */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  visit,
  type YAMLMap,
} from "yaml";

export interface TreeNode {
  tree: YamlTree;
  node: Node;
}

export class YamlTree {
  readonly path: string;
  readonly #lines: LineCounter;
  readonly #anchors = new Map<string, Node>();
  readonly #indexes = new WeakMap<YAMLMap, Map<string, { key: Node; value: Node }>>();

  constructor(path: string, lines: LineCounter, contents: Node, text: string) {
    this.path = path;
    this.#lines = lines;
    if (text.includes("&"))
      visit(contents, {
        Node: (_, node) => {
          if ("anchor" in node && node.anchor) this.#anchors.set(node.anchor, node);
        },
      });
  }

  /** The documents of a file in its order; empty ones are left out. Throws for text that is no YAML. */
  static read(path: string, text: string): TreeNode[] {
    const lines = new LineCounter();
    const documents = parseAllDocuments(text, {
      lineCounter: lines,
      uniqueKeys: false,
      strict: false,
      logLevel: "silent",
    });
    if (!Array.isArray(documents)) return [];
    return documents.flatMap((document) => {
      const [error] = document.errors;
      if (error) throw new Error(error.message.split("\n")[0]);
      const node = document.contents as Node | null;
      return node ? [{ tree: new YamlTree(path, lines, node, text), node }] : [];
    });
  }

  child(node: Node, key: string): TreeNode | null {
    const found = this.#index(node)?.get(key);
    return found ? { tree: this, node: found.value } : null;
  }

  entries(node: Node): { key: string; startLine: number; value: TreeNode }[] {
    return [...(this.#index(node) ?? [])].map(([key, pair]) => ({
      key,
      startLine: this.#lineAt(pair.key.range?.[0] ?? 0),
      value: { tree: this, node: pair.value },
    }));
  }

  items(node: Node): TreeNode[] {
    const target = this.#target(node);
    if (!isSeq(target)) return [];
    return (target.items as Node[]).filter(Boolean).map((item) => ({ tree: this, node: item }));
  }

  text(node: Node): string | null {
    const target = this.#target(node);
    if (!isScalar(target)) return null;
    const { value } = target;
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? `${value}`
      : null;
  }

  isTable(node: Node): boolean {
    return isMap(this.#target(node));
  }

  isList(node: Node): boolean {
    return isSeq(this.#target(node));
  }

  startLine(node: Node): number {
    return this.#lineAt(node.range?.[0] ?? 0);
  }

  endLine(node: Node): number {
    // The range of a block ends where the next one begins.
    const [start, end] = node.range ?? [0, 0];
    return this.#lineAt(Math.max(start, end - 1));
  }

  #lineAt(offset: number): number {
    return this.#lines.linePos(offset).line;
  }

  #target(node: Node): Node {
    return isAlias(node) ? (this.#anchors.get(node.source) ?? node) : node;
  }

  #index(node: Node): Map<string, { key: Node; value: Node }> | null {
    const target = this.#target(node);
    if (!isMap(target)) return null;
    const known = this.#indexes.get(target);
    if (known) return known;
    const index = new Map<string, { key: Node; value: Node }>();
    for (const { key, value } of target.items)
      if (isScalar(key) && value) index.set(`${key.value}`, { key, value: value as Node });
    this.#indexes.set(target, index);
    return index;
  }
}

export function childOf({ tree, node }: TreeNode, key: string): TreeNode | null {
  return tree.child(node, key);
}

export function entriesOf({ tree, node }: TreeNode): ReturnType<YamlTree["entries"]> {
  return tree.entries(node);
}

export function itemsOf({ tree, node }: TreeNode): TreeNode[] {
  return tree.items(node);
}

export function textOf(at: TreeNode | null): string | null {
  return at ? at.tree.text(at.node) : null;
}

/** The text below a key. */
export function textAt(at: TreeNode, key: string): string | null {
  return textOf(childOf(at, key));
}
