import { EXTERNAL, UNKNOWN } from "../entities.ts";
import type { Family } from "../families.ts";
import { exactFile, LUA_RULES, SHELL_RULES, ZIG_RULES } from "./by-path.ts";
import { C_RULES } from "./c.ts";
import { GO_RULES } from "./go.ts";
import { JS_RULES } from "./js.ts";
import { namedPackageRules } from "./named-packages.ts";
import { PYTHON_RULES } from "./python.ts";
import { RUBY_RULES } from "./ruby.ts";
import type { ModuleRules } from "./rules.ts";
import { RUST_RULES } from "./rust.ts";

const NO_RULES: ModuleRules = {
  imported: () => EXTERNAL,
  ambient: () => UNKNOWN,
  moduleMember: () => EXTERNAL,
  importedFiles: () => [],
};

const PHP_NAMES = namedPackageRules("php", { seesOuterNamespaces: false, seesRoot: true });

const PHP_RULES: ModuleRules = {
  ...PHP_NAMES,
  importedFiles(q, file, source) {
    const target = source.kind === "require" ? exactFile(q, file.path, source.source) : null;
    return target ? [target] : [];
  },
};

const RULES: Readonly<Record<Family, ModuleRules>> = {
  js: JS_RULES,
  python: PYTHON_RULES,
  go: GO_RULES,
  jvm: namedPackageRules("jvm", { seesOuterNamespaces: false, seesRoot: false }),
  rust: RUST_RULES,
  c: C_RULES,
  csharp: namedPackageRules("csharp", { seesOuterNamespaces: true, seesRoot: true }),
  ruby: RUBY_RULES,
  php: PHP_RULES,
  swift: namedPackageRules("swift", { seesOuterNamespaces: false, seesRoot: true }),
  elixir: namedPackageRules("elixir", { seesOuterNamespaces: false, seesRoot: true }),
  haskell: namedPackageRules("haskell", { seesOuterNamespaces: false, seesRoot: false }),
  lua: LUA_RULES,
  shell: SHELL_RULES,
  zig: ZIG_RULES,
  dart: NO_RULES,
  data: NO_RULES,
};

export function moduleRulesOf(family: Family): ModuleRules {
  return RULES[family];
}
