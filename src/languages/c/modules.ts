import { joinPath, sharedDepth } from "../../core/join-path.ts";
import { basename, dirname } from "../../core/rel-path.ts";
import type {
  Meaning,
  ModuleQuestions,
  ModuleRules,
  NamespaceEntity,
  ScopedFile,
  SymbolEntity,
} from "../modules/contract.ts";
import { EXTERNAL, found } from "../modules/meaning.ts";
import { enclosingNamespaces } from "../modules/named-packages.ts";
import { dotted, stemOf } from "../modules/names.ts";

/** The header that an include means: beside the includer first, then the one whose path ends like it. */
function resolveInclude(q: ModuleQuestions, fromPath: string, source: string): ScopedFile | null {
  const folder = dirname(fromPath);
  return q.remember(`inc\0${folder}\0${source}`, () => {
    const beside = joinPath(folder, source);
    const own = beside === null ? null : q.file(beside);
    if (own) return own;
    const plain = source.replace(/^(?:\.\.?\/)+/, "");
    const fitting = q
      .filesWithBasename(basename(source))
      .filter(({ path }) => path === plain || path.endsWith(`/${plain}`));
    const depths = fitting.map(({ path }) => sharedDepth(dirname(path), folder));
    const best = Math.max(...depths);
    const nearest = fitting.filter((_, at) => depths[at] === best);
    // Two headers equally near: the build decides, and the build is not known here.
    return nearest.length === 1 ? nearest[0]! : null;
  });
}

/** How far includes of includes are followed; further names are found by being unique. */
const MAX_DEPTH = 3;

/** Stems of the file itself and of what it includes: a header stands for the source of the same name, too. */
function visibleStems(q: ModuleQuestions, file: ScopedFile): ReadonlySet<string> {
  const stems = new Set<string>([stemName(file.path)]);
  let level: ScopedFile[] = [file];
  const seen = new Set<string>([file.path]);
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: ScopedFile[] = [];
    for (const at of level) {
      for (const fact of q.wildcardImports(at)) {
        const target = fact.kind === "include" ? resolveInclude(q, at.path, fact.source) : null;
        if (!target || seen.has(target.path)) continue;
        seen.add(target.path);
        stems.add(target.path);
        stems.add(stemName(target.path));
        next.push(target);
      }
    }
    level = next;
  }
  return stems;
}

/** `src/shop.cc` and `include/shop.h` belong together by name. */
function stemName(path: string): string {
  return basename(stemOf(path));
}

function stemsSeenBy(q: ModuleQuestions, file: ScopedFile): ReadonlySet<string> {
  return q.remember(`visible\0${file.path}`, () => visibleStems(q, file), file !== q.own);
}

function isSeen(stems: ReadonlySet<string>, file: ScopedFile, entity: SymbolEntity): boolean {
  if (entity.file.path === file.path) return true;
  if (stems.has(entity.file.path)) return true;
  // Internal linkage ends at its file, and so does a macro, unless the file is included as text.
  return isLinkable(entity) && stems.has(stemName(entity.file.path));
}

function isLinkable({ symbol }: SymbolEntity): boolean {
  return symbol.scope !== "internal" && symbol.kind !== "macro";
}

/** Definitions of a full name as this file sees them. */
function visible(q: ModuleQuestions, file: ScopedFile, name: string): Meaning | null {
  return q.remember(`seen\0${file.path}\0${name}`, () => findVisible(q, file, name), file !== q.own);
}

function findVisible(q: ModuleQuestions, file: ScopedFile, name: string): Meaning | null {
  const hits = q.globals("c", name);
  if (hits.length === 0) return null;
  // Every file of a library opens its namespace again; as a name they are one thing.
  if (hits.every(({ symbol }) => symbol.kind === "namespace")) return found([namespaceOf(name)]);
  const stems = stemsSeenBy(q, file);
  const seen = hits.filter((entity) => isSeen(stems, file, entity));
  if (seen.length > 0) return meantOf(q, file, stems, hits, seen, name);
  // A header may be included in ways that are not followed here; what only some builds define is no guess.
  const isOpen = (entity: SymbolEntity) =>
    isLinkable(entity) || (isCertainMacro(entity) && HEADER.test(entity.file.path));
  const linkable = hits.filter(isOpen);
  const definitions = linkable.filter((entity) => !isPrototype(entity));
  const near = nearestTo(file, definitions.length > 0 ? definitions : linkable);
  const [first] = near;
  if (!first || (definitions.length > 0 && !areOfOneFile(near))) return null;
  return { state: "found", entities: [first], isHeuristic: true };
}

/** What a file means of the definitions and prototypes that it sees. */
function meantOf(
  q: ModuleQuestions,
  file: ScopedFile,
  stems: ReadonlySet<string>,
  hits: readonly SymbolEntity[],
  seen: readonly SymbolEntity[],
  name: string,
): Meaning {
  const first = includedFirst(stems, file, seen);
  if (first.every(isMacro) && !areOfOneFile(first)) {
    const own = first.filter((entity) => entity.file.path === file.path);
    if (own.length > 0) return found(own);
    // Of headers that define a macro each, the order of includes says which of them is meant.
    return { state: "found", entities: nearestTo(file, first), isHeuristic: true };
  }
  const entities = withDefinition(q, file, hits, besideHeader(stems, first));
  const isElsewhere = entities.every((entity) => entity.file.path !== file.path);
  const isReplacement = REPLACED_OFTEN.has(name) && isElsewhere;
  return isReplacement ? { state: "found", entities, isHeuristic: true } : found(entities);
}

/** Functions of the system that a tree defines for those builds that lack them. */
const REPLACED_OFTEN: ReadonlySet<string> = new Set(
  "asprintf getdelim getline getopt getopt_long getprogname gettimeofday memmem memmove memrchr mkstemp poll reallocarray recallocarray setenv snprintf strcasecmp strcasestr strdup strerror strlcat strlcpy strncasecmp strndup strnlen strptime strsep strtok_r strtoll strtonum timegm unsetenv usleep vasprintf vsnprintf".split(
    " ",
  ),
);

/** What is defined in the file or in one that it includes comes before what a source beside a header defines. */
function includedFirst(
  stems: ReadonlySet<string>,
  file: ScopedFile,
  seen: readonly SymbolEntity[],
): readonly SymbolEntity[] {
  const included = seen.filter((entity) => entity.file.path === file.path || stems.has(entity.file.path));
  return included.some((entity) => !isPrototype(entity)) ? included : seen;
}

/**
 * Of sources that are called like a header, those nearest to it: examples and ports repeat names of files. Where two are
 * equally near none is taken for it.
 */
function besideHeader(stems: ReadonlySet<string>, seen: readonly SymbolEntity[]): readonly SymbolEntity[] {
  const definitions = seen.filter((entity) => !isPrototype(entity) && !stems.has(entity.file.path));
  const headers = seen.filter((entity) => isPrototype(entity) && stems.has(entity.file.path));
  if (headers.length === 0 || new Set(definitions.map(({ file }) => file.path)).size < 2) return seen;
  const nearness = ({ file }: SymbolEntity) =>
    Math.max(...headers.map((header) => sharedDepth(dirname(header.file.path), dirname(file.path))));
  const best = Math.max(...definitions.map(nearness));
  const nearest = new Set(
    definitions.filter((entity) => nearness(entity) === best).map(({ file }) => file.path),
  );
  const isKept = ({ file }: SymbolEntity) => nearest.size === 1 && nearest.has(file.path);
  return seen.filter((entity) => !definitions.includes(entity) || isKept(entity));
}

/**
 * A prototype in a header stands for the one definition that a linker would find, in whichever file. Where several files
 * define it, one per platform say, it is the one whose file sees the prototype, if that is one alone, or else the one on the
 * caller's side of the tree: `src/unix` calls what `src/unix` defines. Where that leaves several the prototype is meant,
 * and with it each of them.
 */
function withDefinition(
  q: ModuleQuestions,
  file: ScopedFile,
  hits: readonly SymbolEntity[],
  seen: readonly SymbolEntity[],
): readonly SymbolEntity[] {
  const prototype = seen[0]!;
  if (!seen.every(isPrototype) || prototype.symbol.scope === "internal") return seen;
  const definitions = hits.filter((entity) => isFunction(entity) && !isPrototype(entity));
  const linkable = definitions.filter(({ symbol }) => symbol.scope !== "internal");
  if (areOfOneFile(linkable)) return [...linkable, ...seen];
  const announced = linkable.filter((entity) => isSeen(stemsSeenBy(q, entity.file), entity.file, prototype));
  if (announced.length > 0 && areOfOneFile(announced)) return [...announced, ...seen];
  const near = nearestTo(file, announced.length > 0 ? announced : linkable);
  return areOfOneFile(near) ? [...near, ...seen] : seen;
}

function areOfOneFile(entities: readonly SymbolEntity[]): boolean {
  return entities.every((entity) => entity.file.path === entities[0]!.file.path);
}

/** Those that share the most folders with the file. */
function nearestTo(file: ScopedFile, entities: readonly SymbolEntity[]): readonly SymbolEntity[] {
  const folder = dirname(file.path);
  const depths = entities.map((entity) => sharedDepth(dirname(entity.file.path), folder));
  const best = Math.max(...depths);
  return entities.filter((_, at) => depths[at] === best);
}

const HEADER = /\.(?:h|hh|hpp|hxx|inc|inl|def)$/i;

function isCertainMacro({ symbol }: SymbolEntity): boolean {
  return symbol.kind === "macro" && !symbol.modifiers.includes("conditional");
}

function isMacro({ symbol }: SymbolEntity): boolean {
  return symbol.kind === "macro";
}

function isPrototype({ symbol }: SymbolEntity): boolean {
  return symbol.modifiers.includes("declaration");
}

function isFunction({ symbol }: SymbolEntity): boolean {
  return symbol.kind === "function" || symbol.kind === "method";
}

function namespaceOf(name: string): NamespaceEntity {
  return { kind: "namespace", family: "c", name };
}

export const C_RULES: ModuleRules = {
  seesPrototype: (q, file, prototype) => isSeen(stemsSeenBy(q, file), file, prototype),
  /** `using ns::Name;` */
  imported(q, file, { source, imported }) {
    const name = source.source === "" ? imported : `${dotted(source.source)}.${imported}`;
    return visible(q, file, name) ?? EXTERNAL;
  },
  ambient(q, file, name, owner) {
    const using = q
      .wildcardImports(file)
      .filter((fact) => fact.kind !== "include")
      .map((fact) => dotted(fact.source));
    const scopes = [...enclosingNamespaces(q, file, owner), ...receiverScopes(owner), "", ...using];
    for (const scope of scopes) {
      const meaning = visible(q, file, scope === "" ? name : `${scope}.${name}`);
      if (meaning) return meaning;
    }
    return found([namespaceOf(name)]);
  },
  namespaceMember(q, namespace, name) {
    const full = namespace === "" ? name : `${namespace}.${name}`;
    const hits = q.globals("c", full);
    const isNamespace = hits.every(({ symbol }) => symbol.kind === "namespace");
    return found(isNamespace ? [namespaceOf(full)] : hits);
  },
  moduleMember: (q, module, name) => found(q.symbols(module, name)),
  importedFiles(q, file, source) {
    const target = source.kind === "include" ? resolveInclude(q, file.path, source.source) : null;
    return target ? [target] : [];
  },
};

/** `void a::Shop::draw()` at file level sees what `a` holds. */
function receiverScopes(owner: SymbolEntity | null): string[] {
  const receiver = owner?.symbol.receiverType;
  if (receiver === undefined) return [];
  const parts = dotted(receiver).split(".");
  return parts.map((_, at) => parts.slice(0, parts.length - at).join("."));
}
