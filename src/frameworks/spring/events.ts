/** Application events of Spring: `publishEvent(new OrderMade(order))` and who listens to the class. */
import { nameGiven } from "../arguments.ts";
import type { Findings, FrameworkFile } from "../contract.ts";
import { firstParameterType, listener, madeClass, published } from "../events.ts";

const LISTENERS: ReadonlySet<string> = new Set([
  "EventListener",
  "TransactionalEventListener",
  "ApplicationModuleListener",
]);

export function springEvents(file: FrameworkFile): Pick<Findings, "offers" | "needs"> {
  return {
    offers: file.annotations.flatMap(({ name, symbol, arguments: given }) => {
      const method = file.symbols[symbol];
      if (!LISTENERS.has(name) || !method) return [];
      const named = nameGiven(given, 0, "classes", "value")?.replace(/(?:\.class|::class)$/, "");
      const key = firstParameterType(method) ?? named?.replace(/^.*\./, "");
      return key === undefined ? [] : [listener(file, symbol, key, "spring")];
    }),
    needs: file.calls.flatMap((call) => {
      const key = call.name === "publishEvent" ? madeClass(nameGiven(call.arguments, 0)) : null;
      return key === null ? [] : [published(file, call, key, "spring")];
    }),
  };
}
