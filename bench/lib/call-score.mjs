// @ts-check
/**
 * Calls that links know, compared with calls that a compiler knows: by file, line and target. Of overloads any counts,
 * because which of them is called is a question of its own.
 */

/** @typedef {import("./call-sites.mjs").CallSite} CallSite @typedef {import("./view.mjs").ViewFile} ViewFile */

const CONSTRUCTOR = /\.(?:__init__|constructor)$/;

export class CallScore {
  #claims = { resolved: { right: 0, all: 0 }, heuristic: { right: 0, all: 0 } };
  #sites = 0;
  #foundResolved = 0;
  #foundAny = 0;
  /** @type {Map<string, { count: number, examples: string[] }>} */
  misses = new Map();
  /** @type {Map<string, { count: number, examples: string[] }>} */
  wrong = new Map();

  /**
   * @param {CallSite[]} sites @param {Map<string, ViewFile>} files @param {Map<string, { edges: any[] }>} links
   * @param {string[]} sureTiers tiers that claim to be right
   */
  constructor(sites, files, links, sureTiers) {
    const handles = new Handles(files);
    const claimed = claimsByLine(links, sureTiers);
    const truth = groupBy(sites, ({ path, line }) => `${path}:${line}`);
    for (const [place, here] of truth) {
      this.#judgeClaims(place, here, claimed.get(place) ?? new Map(), handles);
      for (const site of here) this.#judgeSite(place, site, claimed.get(place) ?? new Map(), handles);
    }
  }

  /** @param {string} place @param {CallSite[]} here @param {Map<string, boolean>} claims @param {Handles} handles */
  #judgeClaims(place, here, claims, handles) {
    const right = new Set(
      here.flatMap(({ targets, name }) => targets.flatMap((target) => handles.at(target, name))),
    );
    // Who makes an object calls its class and its constructor.
    for (const handle of [...right]) right.add(handle.replace(CONSTRUCTOR, "")).add(`${handle}.__init__`);
    for (const [handle, isSure] of claims) {
      const isRight = right.has(handle);
      // What the compiler does not know itself is not held against anyone.
      if (
        !isRight &&
        here.some((site) => !site.isKnown && (handle.includes(site.name) || site.name === "cls"))
      )
        continue;
      const tally = isSure ? this.#claims.resolved : this.#claims.heuristic;
      tally.all += 1;
      if (isRight) tally.right += 1;
      else count(this.wrong, isSure ? "resolved" : "heuristic", `${place} → ${handle}`);
    }
  }

  /** @param {string} place @param {CallSite} site @param {Map<string, boolean>} claims @param {Handles} handles */
  #judgeSite(place, site, claims, handles) {
    const asked = site.targets.filter(({ isFunction }) => isFunction);
    if (asked.length === 0) return;
    this.#sites += 1;
    const wanted = asked.flatMap((target) => handles.at(target, site.name));
    if (wanted.some((handle) => claims.get(handle))) this.#foundResolved += 1;
    if (wanted.some((handle) => claims.has(handle))) {
      this.#foundAny += 1;
      return;
    }
    const label = wanted.length === 0 ? "no symbol" : site.form;
    const at = asked[0];
    count(this.misses, label, `${place} ${site.name} → ${wanted[0] ?? `${at?.path}:${at?.line}`}`);
  }

  figures() {
    const { resolved, heuristic } = this.#claims;
    return {
      sites: this.#sites,
      precision: ratio(resolved.right, resolved.all),
      resolvedRecall: ratio(this.#foundResolved, this.#sites),
      recall: ratio(this.#foundAny, this.#sites),
      guessPrecision: ratio(heuristic.right, heuristic.all),
      guesses: heuristic.all,
    };
  }
}

/**
 * Handles of the symbols whose name stands on a line. Where several files of C define or announce one name for the linker, it takes
 * a build to say which is meant, and clangd names one of them: any counts. A definition that a macro makes has no symbol: its
 * announcements stand for it.
 */
class Handles {
  /** @type {Map<string, string[]>} */
  #byPlace = new Map();
  /** @type {Map<string, string[]>} */
  #linked = new Map();

  /** @param {Map<string, ViewFile>} files */
  constructor(files) {
    for (const [path, { facts }] of files)
      for (const symbol of facts.symbols) {
        const handle = `${path}#${symbol.qualifiedName}`;
        if (/\.[ch]$/.test(path) && symbol.kind === "function" && symbol.scope === "exported")
          append(this.#linked, symbol.qualifiedName, handle);
        append(this.#byPlace, `${path}:${symbol.namePosition.line}`, handle);
        // Decorators and a `default` may stand between the start of a declaration and its name.
        if (symbol.span.startLine !== symbol.namePosition.line)
          append(this.#byPlace, `${path}:${symbol.span.startLine}`, handle);
      }
  }

  /** @param {import("./call-sites.mjs").Target} target @param {string} name that is called */
  at({ path, line }, name) {
    const here = this.#byPlace.get(`${path}:${line}`) ?? [];
    if (here.length === 0 && /\.[ch]$/.test(path)) return this.#linked.get(name) ?? [];
    return here.flatMap((handle) => {
      const linked = this.#linked.get(handle.slice(handle.indexOf("#") + 1)) ?? [];
      return linked.includes(handle) ? linked : [handle];
    });
  }
}

/** Place → target → whether it is sure. @param {Map<string, { edges: any[] }>} links @param {string[]} sureTiers */
function claimsByLine(links, sureTiers) {
  /** @type {Map<string, Map<string, boolean>>} */
  const out = new Map();
  for (const [path, { edges }] of links)
    for (const { to, kind, tier, lines } of edges) {
      if (kind !== "calls") continue;
      for (const line of lines) {
        const place = `${path}:${line}`;
        const claims = out.get(place) ?? new Map();
        out.set(place, claims);
        const handle = to.replace(/~\d+$/, "");
        claims.set(handle, sureTiers.includes(tier) || (claims.get(handle) ?? false));
      }
    }
  return out;
}

/** @param {Map<string, { count: number, examples: string[] }>} map @param {string} key @param {string} example */
function count(map, key, example) {
  const known = map.get(key) ?? { count: 0, examples: [] };
  map.set(key, known);
  known.count += 1;
  known.examples.push(example);
}

/** @template T @param {T[]} items @param {(item: T) => string} keyOf @returns {Map<string, T[]>} */
function groupBy(items, keyOf) {
  const out = new Map();
  for (const item of items) append(out, keyOf(item), item);
  return out;
}

/** @template V @param {Map<string, V[]>} map @param {string} key @param {V} value */
function append(map, key, value) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** @param {number} part @param {number} whole */
function ratio(part, whole) {
  return whole === 0 ? 1 : part / whole;
}
