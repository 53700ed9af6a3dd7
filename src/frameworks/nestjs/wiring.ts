/** NestJS: what providers are given for, what constructors ask for, events of the emitter. */
import { handleOfSymbol, nameGiven, pathsGiven } from "../arguments.ts";
import type { Findings, FrameworkFile } from "../contract.ts";
import { listener, madeClass, published } from "../events.ts";
import { askedByConstructors, givenFor } from "../injection.ts";
import { providedBy } from "../provided-by.ts";

const MADE: ReadonlySet<string> = new Set([
  "Injectable",
  "Controller",
  "Resolver",
  "Processor",
  "WebSocketGateway",
  "Catch",
]);

export function nestWiring(file: FrameworkFile): Pick<Findings, "offers" | "needs"> {
  const made = new Set(file.annotations.filter(({ name }) => MADE.has(name)).map(({ symbol }) => symbol));
  return {
    offers: file.annotations.flatMap((annotation) => {
      const { name, symbol, span, arguments: given } = annotation;
      if (name === "Module") return providedBy(file, annotation, "nestjs");
      if (!file.symbols[symbol]) return [];
      const handle = handleOfSymbol(file, symbol);
      if (name === "Injectable")
        return [
          givenFor(file.symbols[symbol].name, handle, { framework: "nestjs", place: { handle, span } }),
        ];
      return name === "OnEvent"
        ? pathsGiven(given, 0).map((key) => listener(file, symbol, key, "nestjs"))
        : [];
    }),
    needs: [
      ...askedByConstructors(file, "nestjs", (_, at) => made.has(at)),
      ...file.calls.flatMap((call) => {
        const isEmitted = /^emit(?:Async)?$/.test(call.name) && /emitter|events?$/i.test(call.receiver ?? "");
        const isPublished = call.name === "publish" && /eventBus/i.test(call.receiver ?? "");
        const made = isPublished ? madeClass(nameGiven(call.arguments, 0)) : null;
        const keys = isEmitted ? pathsGiven(call.arguments, 0).slice(0, 1) : made === null ? [] : [made];
        return keys.map((key) => published(file, call, key, "nestjs"));
      }),
    ],
  };
}
