/** XML of manifests as a tree of elements. Total, and without entities: nothing is looked up or expanded. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Its own text, without that of its children. */
  text: string;
}

const MAX_DEPTH = 100;
const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)|</g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** An element without a name that holds what stands at the top. */
export function parseXml(text: string): XmlElement {
  const top = element("", {});
  const open = [top];
  for (const [, data, slash, name, attributes, isEmpty, words] of text.matchAll(TOKEN)) {
    const at = open.at(-1)!;
    if (data !== undefined || words !== undefined) at.text += data ?? decoded(words!);
    else if (name === undefined) continue;
    else if (slash) {
      const closed = open.findLastIndex((one) => one.name === name);
      if (closed > 0) open.length = closed;
    } else {
      const child = element(name, attributesOf(attributes ?? ""));
      at.children.push(child);
      if (!isEmpty && open.length < MAX_DEPTH) open.push(child);
    }
  }
  return top;
}

function element(name: string, attributes: Readonly<Record<string, string>>): XmlElement {
  return { name, attributes, children: [], text: "" };
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name, double, single]) => [name!, decoded(double ?? single!)]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => ENTITIES[name]!);
}

/** Every element with this name, wherever it stands, in the order of the document. */
export function elementsNamed(tree: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const waiting = [...tree.children].reverse();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.name === name) found.push(at);
    waiting.push(...[...at.children].reverse());
  }
  return found;
}

/** Trimmed text of the first child with this name; empty when there is none. */
export function childText(parent: XmlElement | undefined, name: string): string {
  return parent?.children.find((child) => child.name === name)?.text.trim() ?? "";
}

export function childNamed(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return parent?.children.find((child) => child.name === name);
}
