/** Mongoose: `model("User", userSchema)` with the paths of the schema where it is written in the same file. */
import { hasImport, nameGiven, pathsGiven, placeOfCall } from "../arguments.ts";
import { defineFramework, type FrameworkFile, type Unit } from "../contract.ts";
import { detailsOf, withDetails } from "../models.ts";
import { SCRIPTS } from "../scripts.ts";

export default defineFramework({
  id: "mongoose",
  label: "Mongoose",
  looksAt: { languages: SCRIPTS, words: ["mongoose"] },
  appliesTo: (outline) => hasImport(outline, "mongoose"),
  find: (file) => ({
    units: file.calls.filter(({ name }) => name === "model").flatMap((call) => unitOf(file, call)),
  }),
});

function unitOf(file: FrameworkFile, call: FrameworkFile["calls"][number]): Unit[] {
  const [name] = pathsGiven(call.arguments, 0, "name");
  const schema = nameGiven(call.arguments, 1, "schema");
  const isAsked = schema === undefined && call.arguments.length === 1;
  // `model("User")` asks for one that is made elsewhere.
  if (name === undefined || isAsked) return [];
  const table = call.arguments.find(({ position, text }) => position === 2 && text !== "")?.text;
  return [
    withDetails(
      { type: "model", name, place: placeOfCall(file, call) },
      detailsOf({ table, columns: pathsOf(file, schema) }),
    ),
  ];
}

function pathsOf({ calls }: FrameworkFile, schema: string | undefined): string[] {
  const made = calls.find(({ name, target }) => name === "Schema" && target === schema);
  return (made?.arguments ?? [])
    .filter(({ position, key }) => position === 0 && key !== undefined)
    .map(({ key, holes }) => (holes[0] && holes[0].text !== "{}" ? `${key}: ${holes[0].text}` : key!));
}
