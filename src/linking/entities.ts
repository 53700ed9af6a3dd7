/** What rules of languages speak of, with the files of linking in it; and questions about it. */
import { type Handle, handleOf } from "../core/edges.ts";
import { TYPE_KINDS } from "../core/facts.ts";
import { familyNamed } from "../languages/families.ts";
import type { LanguageFamily } from "../languages/family.ts";
import type * as rules from "../languages/modules/contract.ts";
import type { FileScope } from "./file-scope.ts";

export type Entity = rules.Entity<FileScope>;
export type SymbolEntity = rules.SymbolEntity<FileScope>;
export type ModuleEntity = rules.ModuleEntity<FileScope>;
export type Meaning = rules.Meaning<FileScope>;
export type Barrel = rules.Barrel<FileScope>;

/** All files that rules ever see come from the questions they ask, so what they answer with is a file of linking. */
export function rulesOf(family: LanguageFamily): rules.ModuleRules<FileScope> {
  return family.modules as rules.ModuleRules<FileScope>;
}

export function rulesOfNamespace(namespace: rules.NamespaceEntity): rules.ModuleRules<FileScope> {
  return rulesOf(familyNamed(namespace.family));
}

export function isType(entity: Entity): entity is SymbolEntity {
  return entity.kind === "symbol" && TYPE_KINDS.has(entity.symbol.kind);
}

export function isCallable(entity: Entity): entity is SymbolEntity {
  return (
    entity.kind === "symbol" &&
    (entity.symbol.kind === "function" ||
      entity.symbol.kind === "method" ||
      entity.symbol.kind === "constructor" ||
      entity.symbol.kind === "macro")
  );
}

export function handleOfEntity(entity: SymbolEntity | ModuleEntity): Handle {
  if (entity.kind === "module") return handleOf(entity.file.path);
  entity.handle ??= handleOf(entity.file.path, entity.symbol);
  return entity.handle;
}
