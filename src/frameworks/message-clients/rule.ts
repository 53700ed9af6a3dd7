/** Topics and queues: who sends needs those who listen. Queues that are objects (BullMQ) go by the names they are made with. */

import { handleOf } from "../../core/edges.ts";
import type { ArgumentFact, CallFact, SymbolFact } from "../../core/facts.ts";
import { handleOfSymbol, nameGiven, placeOfCall } from "../arguments.ts";
import {
  type Contract,
  defineFramework,
  type FrameworkFile,
  type FrameworkOutline,
  type Place,
} from "../contract.ts";
import { MESSAGE_TABLES, MESSAGE_WORDS, type MessageCall, type MessageTable } from "./tables.ts";

const BULL = /^(?:bull|bullmq|@nestjs\/bull(?:mq)?|bee-queue)$/;

export default defineFramework({
  id: "message-clients",
  label: "Topics and queues",
  looksAt: { words: MESSAGE_WORDS },
  appliesTo: (outline) => tablesOf(outline).length > 0 || usesBull(outline),
  find: (file) => {
    const tables = tablesOf(file);
    const contracts = [
      ...tables.flatMap((table) => file.calls.flatMap((call) => ofCall(file, call, table))),
      ...tables.flatMap((table) => listenersOf(file, table)),
      ...(usesBull(file) ? bullContracts(file) : []),
    ];
    return {
      offers: contracts.filter(({ side }) => side === "offers").map(({ contract }) => contract),
      needs: contracts.filter(({ side }) => side === "needs").map(({ contract }) => contract),
    };
  },
});

interface Sided {
  side: MessageCall["side"];
  contract: Contract;
}

function tablesOf({ language, imports }: FrameworkOutline): MessageTable[] {
  return MESSAGE_TABLES.filter(
    (table) => table.languages.includes(language) && imports.some(({ source }) => table.imports.test(source)),
  );
}

function usesBull({ imports }: FrameworkOutline): boolean {
  return imports.some(({ source }) => BULL.test(source));
}

function ofCall(file: FrameworkFile, call: CallFact, { calls, system }: MessageTable): Sided[] {
  const known = calls.find(
    ({ name, receiver }) =>
      name === call.name && (receiver === undefined || receiver.test(call.receiver ?? "")),
  );
  const topics = known ? topicsGiven(file.symbols, call.arguments, known) : [];
  const handler = known?.handlerAt === undefined ? undefined : nameGiven(call.arguments, known.handlerAt);
  return topics.map((topic) => ({
    side: known!.side,
    contract: eventOf(file, topic, system, placeOfCall(file, call), handler),
  }));
}

/** A literal, or a constant of the file; of several places the first that has one. Lists give several. */
function topicsGiven(
  symbols: readonly SymbolFact[],
  given: readonly ArgumentFact[],
  { at = [], keys = [] }: Pick<MessageCall, "at" | "keys">,
): string[] {
  const tries = [
    ...keys.map((key) => given.filter((one) => (one.name ?? one.key) === key)),
    ...at.map((position) =>
      given.filter((one) => one.position === position && one.name === undefined && one.key === undefined),
    ),
  ];
  for (const list of tries) {
    const topics = list.flatMap((one) => topicOf(symbols, one) ?? []);
    if (topics.length > 0) return topics;
  }
  return [];
}

function topicOf(symbols: readonly SymbolFact[], { text, holes }: ArgumentFact): string | null {
  if (holes.length === 0) return topicName(text);
  const name = text === "" && holes.length === 1 ? holes[0]!.text.replace(/^.*[.:]/, "") : null;
  const constant = symbols.find((symbol) => symbol.name === name && symbol.literal !== undefined);
  return constant ? topicName(constant.literal!) : null;
}

/** Of the address of a queue its last part. */
function topicName(text: string): string | null {
  const name = /^https?:\/\//.test(text) ? text.slice(text.lastIndexOf("/") + 1) : text;
  return /^[\w.:/*>#-]{2,200}$/.test(name) ? name : null;
}

function eventOf(
  { path, symbols }: FrameworkFile,
  topic: string,
  system: string,
  place: Place,
  handler: string | undefined,
): Contract {
  const named = symbols.find(({ qualifiedName }) => qualifiedName === handler);
  return {
    kind: "event",
    key: topic,
    place,
    tier: "resolved",
    ...(named && { implementation: handleOf(path, named) }),
    details: { framework: system, ...(handler === undefined ? {} : { handler }) },
  };
}

function listenersOf(file: FrameworkFile, { listeners = {}, system }: MessageTable): Sided[] {
  return file.annotations.flatMap(({ name, arguments: given, symbol, span }) => {
    const keys = Object.hasOwn(listeners, name) ? listeners[name] : undefined;
    if (!keys || !file.symbols[symbol]) return [];
    const handle = handleOfSymbol(file, symbol);
    const asked = { keys, at: keys.includes("") ? [0] : [] };
    return topicsGiven(file.symbols, given, asked).map((topic): Sided => {
      const contract = eventOf(file, topic, system, { handle, span }, undefined);
      return { side: "offers", contract: { ...contract, implementation: handle } };
    });
  });
}

/** `new Queue("mails").add(…)` needs `new Worker("mails", send)`, or a class with `@Processor("mails")`. */
function bullContracts(file: FrameworkFile): Sided[] {
  const queues = new Map<string, string>();
  for (const { name, target, arguments: given } of file.calls) {
    const topic = name === "Queue" ? topicsGiven(file.symbols, given, { at: [0] })[0] : undefined;
    if (topic !== undefined && target !== undefined) queues.set(target, topic);
  }
  for (const { name, parameter, arguments: given } of file.annotations) {
    const topic = name === "InjectQueue" ? topicsGiven(file.symbols, given, { at: [0] })[0] : undefined;
    if (topic !== undefined && parameter !== undefined) queues.set(parameter, topic);
  }
  const calls = file.calls.flatMap((call) => bullCall(file, call, queues));
  const processors: MessageTable = {
    system: "bullmq",
    languages: [],
    imports: BULL,
    calls: [],
    listeners: { Processor: ["", "name"] },
  };
  return [...calls, ...listenersOf(file, processors)];
}

function bullCall(file: FrameworkFile, call: CallFact, queues: ReadonlyMap<string, string>): Sided[] {
  const queue = queues.get(call.receiver?.replace(/^(?:this|self)\./, "") ?? "");
  const place = placeOfCall(file, call);
  if (call.name === "Worker") {
    const [topic] = topicsGiven(file.symbols, call.arguments, { at: [0] });
    const contract = topic && eventOf(file, topic, "bullmq", place, nameGiven(call.arguments, 1));
    return contract ? [{ side: "offers", contract }] : [];
  }
  if (queue === undefined) return [];
  if (call.name === "add" || call.name === "addBulk")
    return [{ side: "needs", contract: eventOf(file, queue, "bullmq", place, undefined) }];
  if (call.name === "process")
    return [
      { side: "offers", contract: eventOf(file, queue, "bullmq", place, nameGiven(call.arguments, 0)) },
    ];
  return [];
}
