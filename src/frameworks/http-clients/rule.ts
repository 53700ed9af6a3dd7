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
import { CLIENT_TABLES, type ClientCall, type ClientTable } from "./tables.ts";

export default defineFramework({
  id: "http-clients",
  label: "HTTP clients",
  version: 2,
  appliesTo: (outline) => tablesOf(outline).length > 0 || declaresClients(outline),
  find: (file) => {
    const tables = tablesOf(file);
    const bases = tables.flatMap(({ makers = [] }) =>
      file.calls.flatMap((call) => {
        const maker = makers.find((one) => one.name === call.name && fits(one.receiver, call.receiver));
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

function tablesOf({ language, imports }: FrameworkOutline): ClientTable[] {
  // What is known by its library before what is called like it.
  const ordered = [...CLIENT_TABLES].sort((a, b) => Number(a.isGuess ?? false) - Number(b.isGuess ?? false));
  return ordered.filter(
    (table) =>
      table.languages.includes(language) &&
      !(table.unless && imports.some(({ source }) => table.unless!.test(source))) &&
      (table.imports === undefined || imports.some(({ source }) => table.imports!.test(source))),
  );
}

function fits(wanted: RegExp | undefined, receiver: string | undefined): boolean {
  return wanted === undefined ? receiver === undefined : receiver !== undefined && wanted.test(receiver);
}

/** Fields, parameters and variables that are declared to be clients. */
function typedClients({ symbols }: FrameworkFile, tables: readonly ClientTable[]): string[] {
  const isClient = (type: string | undefined) =>
    type !== undefined && tables.some(({ types }) => types?.test(type));
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
  const isMade = call.receiver !== undefined && made.has(call.receiver.replace(/^(?:this|self)\./, ""));
  const described = isScript(file.language) ? describedCall(call.arguments) : null;
  const table = tables.find(({ calls }) => calls.some((one) => isCall(one, call, isMade)));
  const known = table?.calls.find((one) => isCall(one, call, isMade));
  if (described && !known) return [useOf(file, call, described)];
  if (!table || !known) return [];
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
      tier: table.isGuess ? "heuristic" : "resolved",
      details,
    },
  ];
}

/** `useApiQuery({ url: "/users", method: "get" })`: whatever is called, its argument describes a request. */
function describedCall(given: readonly ArgumentFact[]): { method: string; path: string } | null {
  const textOf = (key: string) => given.find((one) => one.key === key && one.text !== "");
  const url = textOf("url");
  const method = textOf("method");
  if (!url || !method || !/^(?:get|post|put|patch|delete)$/i.test(method.text)) return null;
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
