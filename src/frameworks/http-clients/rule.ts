/** Calls over HTTP: which paths a program asks others for, with the base of its client where that is known. */
import type { ArgumentFact, CallFact } from "../../core/facts.ts";
import { pathsGiven, placeOfCall, wordsGiven } from "../arguments.ts";
import {
  defineFramework,
  type FrameworkFile,
  type FrameworkOutline,
  type PathBase,
  type PathUse,
} from "../contract.ts";
import { pathOf } from "../route-key.ts";
import { isScript } from "../scripts.ts";
import { addressOf } from "./address.ts";
import { declaredCalls, declaresClients } from "./declared.ts";
import { CLIENT_TABLES, CLIENT_WORDS, type ClientCall, type ClientTable } from "./tables.ts";

export default defineFramework({
  id: "http-clients",
  label: "HTTP clients",
  looksAt: { languages: CLIENT_TABLES.flatMap(({ languages }) => languages), words: CLIENT_WORDS },
  appliesTo: (outline) => tablesOf(outline).length > 0 || declaresClients(outline),
  find: (file) => {
    const tables = tablesOf(file);
    const bases = tables.flatMap(({ makers }) =>
      (makers ? file.calls : []).flatMap((call) => {
        const maker = makers!.find((one) => one.name === call.name && fits(one.receiver, call.receiver));
        const target = call.target ?? file.symbols[call.from]?.name;
        if (!maker || target === undefined) return [];
        return baseOf(target, pathsGiven(call.arguments, maker.at ?? -1, ...maker.keys)[0] ?? "");
      }),
    );
    const made = new Set([...bases.map(({ name }) => name), ...typedClients(file, tables)]);
    return {
      bases,
      uses: [...file.calls.flatMap((call) => needsOf(file, call, tables, made)), ...declaredCalls(file)],
    };
  },
});

/** What is known by its library before what is called like it. */
const ORDERED = [...CLIENT_TABLES].sort((a, b) => Number(a.isGuess ?? false) - Number(b.isGuess ?? false));
const BY_LANGUAGE = new Map(
  CLIENT_TABLES.flatMap(({ languages }) => languages).map((language) => [
    language,
    ORDERED.filter(({ languages }) => languages.includes(language)),
  ]),
);

function tablesOf({ language, imports }: FrameworkOutline): ClientTable[] {
  return (BY_LANGUAGE.get(language) ?? []).filter(
    (table) =>
      !(table.unless && imports.some(({ source }) => table.unless!.test(source))) &&
      (table.imports === undefined || imports.some(({ source }) => table.imports!.test(source))),
  );
}

function fits(wanted: RegExp | undefined, receiver: string | undefined): boolean {
  return wanted === undefined ? receiver === undefined : receiver !== undefined && wanted.test(receiver);
}

/** Fields, parameters and variables that are declared to be clients. */
function typedClients({ symbols }: FrameworkFile, tables: readonly ClientTable[]): string[] {
  const clients = tables.flatMap(({ types }) => types ?? []);
  if (clients.length === 0) return [];
  const isClient = (type: string | undefined) => type !== undefined && clients.some((one) => one.test(type));
  return symbols.flatMap(({ name, valueType, parameters }) => [
    ...(isClient(valueType) ? [name] : []),
    ...parameters.filter(({ type }) => isClient(type)).map((parameter) => parameter.name),
  ]);
}

/** Of a whole address the path counts. */
function baseOf(name: string, address: string): PathBase[] {
  const prefix = address.replace(/^[a-z]+:\/\/[^/]*/i, "");
  return [{ name, prefix, isRoot: true }];
}

function needsOf(
  file: FrameworkFile,
  call: CallFact,
  tables: readonly ClientTable[],
  made: ReadonlySet<string>,
): PathUse[] {
  const isMade =
    made.size > 0 && call.receiver !== undefined && made.has(call.receiver.replace(/^(?:this|self)\./, ""));
  const described = isScript(file.language) ? describedCall(call.arguments) : null;
  const found = knownCall(call, tables, isMade);
  if (described && !found) return [useOf(file, call, described)];
  if (!found) return [];
  const { known, isGuess } = found;
  const given = call.arguments.find(
    ({ position, name, key }) =>
      (position === (known.at ?? 0) && name === undefined && key === undefined) ||
      name === "url" ||
      key === "url",
  );
  const address = given && addressOf(given, file.symbols);
  // A client of its own takes paths without a slash, too.
  const path = address?.path ?? (isMade && given ? `/${given.text}` : null);
  if (path === null) return [];
  const details: Record<string, string> = { client: call.receiver ?? call.name };
  if (address?.host !== undefined) details.host = address.host;
  if (address?.base !== undefined) details.base = address.base;
  const isPlain = address?.host === undefined && address?.base === undefined && call.receiver !== undefined;
  return [
    {
      side: "needs",
      method: methodOf(known, call.arguments),
      path,
      on: isPlain ? { name: call.receiver!.replace(/^(?:this|self)\./, "") } : null,
      // A client that comes from elsewhere may have a base that is not seen.
      isKeptAlone: true,
      place: placeOfCall(file, call),
      tier: isGuess ? "heuristic" : "resolved",
      details,
    },
  ];
}

/** `useApiQuery({ url: "/users", method: "get" })`: whatever is called, its argument describes a request. */
function describedCall(given: readonly ArgumentFact[]): { method: string; path: string } | null {
  const textOf = (key: string) => given.find((one) => one.key === key && one.text !== "");
  const url = textOf("url");
  const method = url && textOf("method");
  if (!method || !/^(?:get|post|put|patch|delete)$/i.test(method.text)) return null;
  const path = pathOf(url);
  return path.startsWith("/") ? { method: method.text.toUpperCase(), path } : null;
}

function useOf(
  file: FrameworkFile,
  call: CallFact,
  { method, path }: { method: string; path: string },
): PathUse {
  const details = { client: call.receiver ?? call.name };
  return { side: "needs", method, path, on: null, place: placeOfCall(file, call), tier: "resolved", details };
}

/** Of each table the calls that a name may mean; most names of a program mean none. */
const CALLS_NAMED = new Map(
  CLIENT_TABLES.map(({ calls }): [readonly ClientCall[], (name: string) => readonly ClientCall[]] => {
    const like = calls.filter((one) => one.like);
    const byName = new Map(
      calls.map(({ name }) => [name, calls.filter((one) => one.like || one.name === name)]),
    );
    return [calls, (name) => byName.get(name) ?? like];
  }),
);

function knownCall(call: CallFact, tables: readonly ClientTable[], isMade: boolean) {
  for (const { calls, isGuess = false } of tables)
    for (const known of CALLS_NAMED.get(calls)!(call.name))
      if (isCall(known, call, isMade)) return { known, isGuess };
  return null;
}

function isCall({ name, like, receiver }: ClientCall, call: CallFact, isMade: boolean): boolean {
  if (like) return call.receiver === undefined && like.test(call.name);
  return name === call.name && (fits(receiver, call.receiver) || (isMade && receiver !== undefined));
}

function methodOf({ method, methodAt }: ClientCall, given: readonly ArgumentFact[]): string {
  if (method !== undefined) return method;
  const text =
    methodAt === undefined
      ? wordsGiven(given, "method")[0]
      : given.find(({ position }) => position === methodAt)?.text;
  // `http.MethodPost`, `HttpMethod.POST`
  const name =
    text ||
    given.find(({ position }) => position === methodAt)?.holes[0]?.text.replace(/^.*\.(?:Method)?/, "");
  return name === undefined || name === "" ? "GET" : name.toUpperCase();
}
