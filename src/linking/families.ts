/** Languages that can see each other's names are one family: a TypeScript file imports a Vue component. */
export type Family =
  | "js"
  | "python"
  | "go"
  | "jvm"
  | "rust"
  | "c"
  | "csharp"
  | "ruby"
  | "php"
  | "swift"
  | "elixir"
  | "lua"
  | "shell"
  | "zig"
  | "haskell"
  | "dart"
  | "data";

const FAMILY_OF_LANGUAGE: Readonly<Record<string, Family>> = {
  typescript: "js",
  tsx: "js",
  javascript: "js",
  jsx: "js",
  vue: "js",
  svelte: "js",
  astro: "js",
  python: "python",
  go: "go",
  java: "jvm",
  kotlin: "jvm",
  scala: "jvm",
  groovy: "jvm",
  rust: "rust",
  c: "c",
  cpp: "c",
  "c++": "c",
  objc: "c",
  csharp: "csharp",
  c_sharp: "csharp",
  ruby: "ruby",
  php: "php",
  swift: "swift",
  elixir: "elixir",
  lua: "lua",
  bash: "shell",
  shell: "shell",
  zig: "zig",
  haskell: "haskell",
  dart: "dart",
};

export function familyOf(language: string): Family {
  return FAMILY_OF_LANGUAGE[language] ?? "data";
}

export interface FamilyTraits {
  /** A bare name inside a class may mean a member of it or of its bases. */
  hasImplicitThis: boolean;
  /** `f(int)` and `f(String)` are two functions; elsewhere several signatures of a name are one thing. */
  hasDistinctOverloads: boolean;
  /** Names of the receiver that mean the enclosing type. */
  selfNames: readonly string[];
  /** Names of the receiver that mean the bases of the enclosing type. */
  superNames: readonly string[];
  /** Top-level names carry their package or namespace and are found by it from any file. */
  hasGlobalNames: boolean;
  /** Calling a type's name makes an instance: `Foo()`. */
  callsConstruct: boolean;
}

const PLAIN: FamilyTraits = {
  hasImplicitThis: false,
  hasDistinctOverloads: false,
  selfNames: ["self", "this"],
  superNames: ["super"],
  hasGlobalNames: false,
  callsConstruct: false,
};

export const TRAITS: Readonly<Record<Family, FamilyTraits>> = {
  js: { ...PLAIN, selfNames: ["this"] },
  python: { ...PLAIN, selfNames: ["self", "cls"], superNames: ["super()", "super"], callsConstruct: true },
  go: { ...PLAIN, selfNames: [], superNames: [], hasGlobalNames: true },
  jvm: {
    ...PLAIN,
    hasImplicitThis: true,
    hasDistinctOverloads: true,
    selfNames: ["this"],
    hasGlobalNames: true,
    callsConstruct: true,
  },
  rust: { ...PLAIN, selfNames: ["self", "Self"], superNames: [] },
  c: {
    ...PLAIN,
    hasImplicitThis: true,
    hasDistinctOverloads: true,
    selfNames: ["this", "(*this)"],
    superNames: [],
    hasGlobalNames: true,
    callsConstruct: true,
  },
  csharp: {
    ...PLAIN,
    hasImplicitThis: true,
    hasDistinctOverloads: true,
    selfNames: ["this"],
    superNames: ["base"],
    hasGlobalNames: true,
  },
  ruby: {
    ...PLAIN,
    hasImplicitThis: true,
    selfNames: ["self", "self.class"],
    hasGlobalNames: true,
  },
  php: {
    ...PLAIN,
    selfNames: ["$this", "self", "static"],
    superNames: ["parent"],
    hasGlobalNames: true,
  },
  swift: {
    ...PLAIN,
    hasImplicitThis: true,
    hasDistinctOverloads: true,
    selfNames: ["self", "Self"],
    hasGlobalNames: true,
    callsConstruct: true,
  },
  elixir: { ...PLAIN, selfNames: ["__MODULE__"], superNames: [], hasGlobalNames: true },
  lua: { ...PLAIN, selfNames: ["self"], superNames: [] },
  shell: { ...PLAIN, selfNames: [], superNames: [] },
  zig: { ...PLAIN, selfNames: ["self"], superNames: [] },
  haskell: { ...PLAIN, selfNames: [], superNames: [], hasGlobalNames: true },
  dart: { ...PLAIN, hasImplicitThis: true, selfNames: ["this"], callsConstruct: true },
  data: { ...PLAIN, selfNames: [], superNames: [] },
};
