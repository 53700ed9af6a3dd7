/** Celery: tasks by their decorators, and the calls that put them into a queue. */
import type { AnnotationFact, CallFact } from "../../core/facts.ts";
import { handleOfSymbol, hasImport, pathsGiven, placeOfCall, wordsGiven } from "../arguments.ts";
import { type Contract, type Details, defineFramework, type FrameworkFile, type Unit } from "../contract.ts";

const DECORATORS: ReadonlySet<string> = new Set(["task", "shared_task", "periodic_task"]);
const ENQUEUES: ReadonlySet<string> = new Set(["delay", "apply_async"]);

export default defineFramework({
  id: "celery",
  label: "Celery",
  // Tasks are called where nothing of Celery is imported: the names of the calls tell.
  looksAt: { languages: ["python"], words: ["task", "delay", "apply_async", "send_task"] },
  find: (file) => {
    const tasks = file.annotations.filter((annotation) => isTask(file, annotation));
    return {
      units: tasks.flatMap((annotation) => unitOf(file, annotation)),
      offers: tasks.flatMap((annotation) => offersOf(file, annotation)),
      needs: file.calls.flatMap((call) => needOf(file, call)),
    };
  },
});

function isTask(file: FrameworkFile, { name, receiver, symbol }: AnnotationFact): boolean {
  if (!DECORATORS.has(name) || symbol < 0) return false;
  // `@app.task` where `app` is imported from the file that makes it; `@pytest.task` and its like are not.
  return name !== "task" || hasImport(file, "celery") || /(?:^|\.)\w*(?:app|celery)$/i.test(receiver ?? "");
}

function detailsOf({ arguments: given }: AnnotationFact): Details {
  const [queue] = wordsGiven(given, "queue");
  return { framework: "celery", ...(queue === undefined ? {} : { queue }) };
}

function unitOf(file: FrameworkFile, annotation: AnnotationFact): Unit[] {
  const named = file.symbols[annotation.symbol];
  const place = { handle: handleOfSymbol(file, annotation.symbol), span: annotation.span };
  return named ? [{ type: "job", name: named.name, place, details: detailsOf(annotation) }] : [];
}

/** Asked for by the function's name, or by the name that the decorator gives. */
function offersOf(file: FrameworkFile, annotation: AnnotationFact): Contract[] {
  const named = file.symbols[annotation.symbol];
  if (!named) return [];
  const handle = handleOfSymbol(file, annotation.symbol);
  return [...new Set([named.name, ...wordsGiven(annotation.arguments, "name")])].map((key) => ({
    kind: "job",
    key,
    place: { handle, span: annotation.span },
    implementation: handle,
    tier: "resolved",
    details: detailsOf(annotation),
  }));
}

/** `send_mail.delay(1)`, `tasks.close.apply_async(queue="slow")`, `app.send_task("orders.close")` */
function needOf(file: FrameworkFile, call: CallFact): Contract[] {
  const key =
    call.name === "send_task"
      ? pathsGiven(call.arguments, 0, "name")[0]
      : ENQUEUES.has(call.name)
        ? /(?:^|\.)(\w+)$/.exec(call.receiver ?? "")?.[1]
        : undefined;
  if (key === undefined) return [];
  const [queue] = wordsGiven(call.arguments, "queue");
  const details = { framework: "celery", ...(queue === undefined ? {} : { queue }) };
  const tier = call.name === "send_task" ? "resolved" : "heuristic";
  return [{ kind: "job", key, place: placeOfCall(file, call), tier, details }];
}
