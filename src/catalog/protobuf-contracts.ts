/**
 * Services of protobuf files as offers, from facts alone: the parsing processes have read these files with their lines
 * and comments, and imports are a question of which files there are.
 */
import { handleOf } from "../core/edges.ts";
import type { SymbolFact } from "../core/facts.ts";
import type { RelPath } from "../core/rel-path.ts";
import type { BlobOutline, ViewFile, ViewReader } from "../storage/contract.ts";
import type { SpecifiedContract } from "./specified-contracts.ts";

interface ProtoFile {
  path: RelPath;
  packageName: string;
  symbols: BlobOutline["symbols"];
}

const RPC = /\brpc\s+\w+\s*\(\s*(stream\s+)?([\w.]+)\s*\)\s*returns\s*\(\s*(stream\s+)?([\w.]+)\s*\)/;
const MAX_FIELDS = 40;

export async function protobufContracts(
  reader: Pick<ViewReader, "files" | "outlines">,
): Promise<SpecifiedContract[]> {
  const files = (await reader.files()).filter(({ language }) => language === "protobuf");
  const outlines = await reader.outlines(files.map(({ blob }) => blob));
  const parsed = files.map((file, at) => fileOf(file, outlines[at]!));
  const messages = messagesOf(parsed);
  return parsed.flatMap((file) =>
    file.symbols.flatMap((symbol) => {
      const service = file.symbols[symbol.parent];
      return symbol.kind === "method" && service?.kind === "interface"
        ? offerOf(file, service, symbol, messages)
        : [];
    }),
  );
}

function fileOf({ path }: ViewFile, { symbols, packageName }: BlobOutline): ProtoFile {
  return { path, packageName: packageName ?? "", symbols };
}

/** Fields by the full name of their message. */
function messagesOf(files: readonly ProtoFile[]): ReadonlyMap<string, Record<string, string>> {
  const messages = new Map<string, Record<string, string>>();
  for (const { packageName, symbols } of files)
    for (const { kind, parent, name, valueType } of symbols) {
      const owner = symbols[parent];
      if (kind !== "property" || !owner) continue;
      const key = joined(packageName, owner.qualifiedName);
      const fields = messages.get(key) ?? {};
      if (Object.keys(fields).length < MAX_FIELDS) fields[name] = valueType ?? "map";
      messages.set(key, fields);
    }
  return messages;
}

function offerOf(
  file: ProtoFile,
  service: SymbolFact,
  method: SymbolFact,
  messages: ReadonlyMap<string, Record<string, string>>,
): SpecifiedContract[] {
  const [, sends = "", asked, returns = "", given] = RPC.exec(method.signature) ?? [];
  const { path, packageName } = file;
  const { startLine, endLine } = method.span;
  const request = fieldsOf(messages, packageName, asked);
  const response = fieldsOf(messages, packageName, given);
  const summary = method.doc?.split("\n")[0];
  return [
    {
      kind: "rpc",
      key: `${service.name}/${method.name}`,
      place: { handle: handleOf(path, method), span: method.span },
      tier: "resolved",
      details: {
        framework: "protobuf",
        ...(packageName === "" ? {} : { package: packageName }),
        ...(asked === undefined ? {} : { request: `${sends ? "stream " : ""}${asked}` }),
        ...(given === undefined ? {} : { response: `${returns ? "stream " : ""}${given}` }),
      },
      specification: {
        format: "protobuf",
        path,
        startLine,
        endLine,
        id: `${joined(packageName, service.name)}/${method.name}`,
        ...(summary ? { summary } : {}),
        ...(request && { request }),
        ...(given === undefined ? {} : { responses: { [given]: response ?? {} } }),
      },
      bases: [],
    },
  ];
}

/** A name is looked for from its package outwards, as protobuf does. */
function fieldsOf(
  messages: ReadonlyMap<string, Record<string, string>>,
  packageName: string,
  type: string | undefined,
): Record<string, string> | undefined {
  if (type === undefined) return undefined;
  if (type.startsWith(".")) return messages.get(type.slice(1));
  const scopes = packageName.split(".");
  for (let length = scopes.length; length >= 0; length--) {
    const found = messages.get(joined(scopes.slice(0, length).join("."), type));
    if (found) return found;
  }
  return undefined;
}

function joined(before: string, name: string): string {
  return before === "" ? name : `${before}.${name}`;
}
