/** What every tool is asked, for clients of either kind: what each case must say. */

export const SHOP_FILES: Readonly<Record<string, string>> = {
  "src/price.ts": `export interface Priced {
  price(): number;
}

/** Price of one thing. */
export function priceOf(thing: string): number {
  return thing.length * 2;
}
`,
  "src/cart.ts": `import { priceOf, type Priced } from "./price.ts";

export class Cart implements Priced {
  price(): number {
    return this.total(["a"]);
  }
  total(things: string[]): number {
    return things.reduce((sum, thing) => sum + priceOf(thing), 0);
  }
}
`,
  "src/a/twin.ts": "export function twin() {\n  return 1;\n}\n",
  "src/b/twin.ts": "export function twin() {\n  return 2;\n}\n",
  "src/nothing.ts": "export {};\n",
};

export type Args = Record<string, unknown>;

/** Arguments, and what the answer says. */
export type Case = [args: Args, says: RegExp];

export interface ToolCase {
  /** Finds something. */
  normal: Case;
  /** Fits and finds nothing; the sentence is why a tool has no such case. */
  empty: Case | string;
  /** Names a thing that does not exist: an answer that says so, or an error that says what to do. */
  notFound: Case | string;
  /** Names several things, all of which are told. */
  ambiguous: Args | string;
  /** An argument of the wrong kind, and its name. */
  invalid: [args: Args, argument: string];
}

const NAMES_NOTHING = "it takes no name";
const NO_LIST = "it tells about what is named, however little there is";

const bySymbol = (argument: string, shows: RegExp, empty: ToolCase["empty"]): ToolCase => ({
  normal: [{ [argument]: "priceOf" }, shows],
  empty,
  notFound: [{ [argument]: "noSuchThing" }, /no symbol named noSuchThing/],
  ambiguous: { [argument]: "twin" },
  invalid: [{ [argument]: 7 }, argument],
});

const byQuery = (argument: string): ToolCase => ({
  normal: [{ [argument]: "price of a thing" }, /src\/price\.ts/],
  empty: [{ [argument]: "zzqqxx" }, /^0 files: no/],
  notFound: [{ [argument]: "price", path: ["no/such/**"] }, /^0 files: no/],
  ambiguous: { [argument]: "twin" },
  invalid: [{ [argument]: 7 }, argument],
});

const byFile = (argument: string, shows: RegExp, empty: ToolCase["empty"]): ToolCase => ({
  normal: [{ [argument]: "src/cart.ts" }, shows],
  empty,
  notFound: [{ [argument]: "no/such.ts" }, /no\/such\.ts is not in the index \[FILE_NOT_INDEXED\]\nhint: \w/],
  ambiguous: { [argument]: "twin.ts" },
  invalid: [{ [argument]: 7 }, argument],
});

const byFolder = (shows: RegExp): ToolCase => ({
  normal: [{ path: "src" }, shows],
  empty: "a folder without files is not in the index",
  notFound: [{ path: "no/such" }, /no indexed file lies in no\/such \[FOLDER_UNKNOWN\]\nhint: \w/],
  ambiguous: "a path is one folder",
  invalid: [{ path: 7 }, "path"],
});

const STATUS: ToolCase = {
  normal: [{}, /^5 files indexed/],
  empty: NO_LIST,
  notFound: [{ why: "no/such.ts" }, /no\/such\.ts is not indexed/],
  ambiguous: "a path is one file",
  invalid: [{ why: 7 }, "why"],
};

/** Every tool, by name. The shop is the repository of `SHOP_FILES`. */
export const toolCases = (shop: string): Readonly<Record<string, ToolCase>> => ({
  context: byQuery("task"),
  search: byQuery("query"),
  symbol: bySymbol("name", /src\/price\.ts:5/, NO_LIST),
  trace: bySymbol("symbol", /Cart\.total/, [{ symbol: "Cart" }, /^proven: 0 callers of Cart/]),
  changes: {
    normal: [{}, /^0 files changed since HEAD/],
    empty: [{}, /^0 files changed since HEAD/],
    notFound: [{ base: "no-such-branch" }, /no revision no-such-branch .*\[CHANGES_BASE_UNKNOWN\]\nhint: \w/],
    ambiguous: "git decides what a revision means",
    invalid: [{ base: 7 }, "base"],
  },
  status: STATUS,
  search_codebase: {
    ...byQuery("query"),
    notFound: [{ query: "price", repo_id: "no-such" }, /no-such \[REPOSITORY_UNKNOWN\]\nhint: \w/],
  },
  get_file_context: byFile("file_path", /Cart/, [
    { file_path: "src/nothing.ts" },
    /^src\/nothing\.ts, typescript, 0 symbols/,
  ]),
  list_directory: byFolder(/cart\.ts/),
  read_file: byFile("path", /class Cart/, [{ path: "src/cart.ts", start_line: 900 }, /has no line 900/]),
  get_directory_tree: byFolder(/a\/ {2}1 file/),
  get_file_outline: byFile("path", /total/, [{ path: "src/nothing.ts" }, /0 symbols/]),
  search_symbols: {
    ...bySymbol("query", /src\/price\.ts/, [{ query: "zzqqxx" }, /^0 symbols for zzqqxx/]),
    notFound: [{ query: "xxqqzz" }, /^0 symbols for xxqqzz/],
  },
  lookup_symbol: bySymbol("name", /src\/price\.ts/, [{ name: "zzqqxx" }, /^no symbol named zzqqxx/]),
  find_symbol_definition: bySymbol("symbol_name", /src\/price\.ts/, NO_LIST),
  get_symbol: bySymbol("symbol", /src\/price\.ts/, NO_LIST),
  get_source_spans: bySymbol("symbol", /thing\.length \* 2/, NO_LIST),
  find_similar: bySymbol("symbol", /priceOf/, [{ symbol: "priceOf" }, /^0 places similar to priceOf/]),
  get_callers: bySymbol("symbol", /Cart\.total/, [{ symbol: "Cart" }, /^proven: 0 callers of Cart/]),
  get_callees: {
    ...bySymbol("symbol", /priceOf/, [{ symbol: "priceOf" }, /^0 callees of priceOf/]),
    normal: [{ symbol: "Cart.total" }, /priceOf/],
  },
  get_implementations: {
    ...bySymbol("symbol", /Cart/, [{ symbol: "priceOf" }, /^0 implementations of priceOf/]),
    normal: [{ symbol: "Priced" }, /Cart/],
  },
  get_references: bySymbol("symbol", /src\/cart\.ts/, [{ symbol: "Cart" }, /^proven: 0 references of Cart/]),
  get_dependencies: {
    ...bySymbol("symbol", /price\.ts/, [{ symbol: "priceOf" }, /^0 dependencies of priceOf/]),
    normal: [{ symbol: "Cart.total" }, /price\.ts/],
  },
  get_dependents: bySymbol("symbol", /src\/cart\.ts/, [{ symbol: "Cart" }, /^proven: 0 dependents of Cart/]),
  index_repository: {
    normal: [{ repo_path: shop }, /in generation \d+, .*nothing changed/],
    empty: [{ repo_path: shop }, /nothing changed/],
    notFound: [{ repo_path: "/no/such/folder" }, /\[WORKSPACE_ROOT_MISSING\]\nhint: \w/],
    ambiguous: "a path is one folder",
    invalid: [{ repo_path: 7 }, "repo_path"],
  },
  index_files: {
    normal: [{ paths: ["src/cart.ts"] }, /src\/cart\.ts is indexed/],
    empty: [{ paths: ["src/cart.ts"] }, /nothing changed/],
    notFound: [{ paths: ["no/such.ts"] }, /no\/such\.ts is not indexed/],
    ambiguous: "a path is one file",
    invalid: [{ paths: [] }, "paths"],
  },
  list_indexed_repos: {
    normal: [{}, /shop/],
    empty: "the repository that is asked from is always there",
    notFound: NAMES_NOTHING,
    ambiguous: NAMES_NOTHING,
    invalid: [{ max_tokens: "many" }, "max_tokens"],
  },
  get_status: STATUS,
  search_api_contracts: {
    normal: [{}, /0 contracts found: rules know /],
    empty: [{ query: "login" }, /^0 contracts found/],
    notFound: "a contract that is not there is no error",
    ambiguous: "several contracts are an answer",
    invalid: [{ api_type: "soap" }, "api_type"],
  },
  contracts: {
    normal: [{}, /0 contracts/],
    empty: [{ query: "login" }, /^0 contracts/],
    notFound: "a contract that is not there is no error",
    ambiguous: "several contracts are an answer",
    invalid: [{ type: "soap" }, "type"],
  },
  routes: {
    normal: [{}, /0 routes/],
    empty: [{ query: "login" }, /^0 routes/],
    notFound: "a route that is not there is no error",
    ambiguous: "several routes are an answer",
    invalid: [{ tests: "some" }, "tests"],
  },
  services: {
    normal: [{}, /service/],
    empty: [{}, /service/],
    notFound: NAMES_NOTHING,
    ambiguous: NAMES_NOTHING,
    invalid: [{ max_tokens: "many" }, "max_tokens"],
  },
  units: {
    normal: [{}, /0 units/],
    empty: [{ query: "login" }, /^0 units/],
    notFound: "a unit that is not there is no error",
    ambiguous: "several units are an answer",
    invalid: [{ type: "spaceship" }, "type"],
  },
});

/** These are about the index as a whole: they answer whether or not one repository is being built. */
export const ABOUT_NO_GENERATION = new Set(["list_indexed_repos", "index_repository", "index_files"]);

export function isCase(given: Case | string): given is Case {
  return typeof given !== "string";
}
