// @ts-check
/** Edges by their target, and the families that `overrides` makes. */

/** @typedef {{ from: string, to: string, kind: string, tier: string, lines: number[] }} Edge */

export class EdgeIndex {
  /** @type {Map<string, Edge[]>} */
  #byTarget = new Map();
  /** @type {Map<string, string[]>} */
  #overrides = new Map();

  /** @param {Map<string, { edges: Edge[] }>} links */
  constructor(links) {
    for (const { edges } of links.values()) {
      for (const edge of edges) {
        append(this.#byTarget, edge.to, edge);
        if (edge.kind === "overrides") append(this.#overrides, edge.from, edge.to);
      }
    }
  }

  /** @param {string} handle @returns {Edge[]} */
  to(handle) {
    return this.#byTarget.get(handle) ?? [];
  }

  /** The symbol, what it overrides, and everything that overrides one of these. @param {string} handle */
  family(handle) {
    const members = new Set([handle]);
    for (const member of members) for (const base of this.#overrides.get(member) ?? []) members.add(base);
    for (const member of members) {
      for (const edge of this.to(member)) if (edge.kind === "overrides") members.add(edge.from);
    }
    return members;
  }
}

/** @template V @param {Map<string, V[]>} map @param {string} key @param {V} value */
function append(map, key, value) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
