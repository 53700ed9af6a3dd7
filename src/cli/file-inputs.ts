/** Inputs that are texts and on a command line the names of files that hold them; `-` is the standard input. */
import { readFileSync } from "node:fs";
import { AppError } from "../core/errors.ts";
import { displayPath } from "../core/rel-path.ts";
import { CLI_ERRORS } from "./errors.ts";

const STANDARD_INPUT = 0;

export function readFileInputs(
  input: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  const read: Record<string, unknown> = { ...input };
  for (const name of names) {
    const file = input[name];
    if (typeof file === "string") read[name] = textOf(file);
  }
  return read;
}

function textOf(file: string): string {
  try {
    return readFileSync(file === "-" ? STANDARD_INPUT : file, "utf8");
  } catch (error) {
    throw new AppError("INPUT_UNREADABLE", `${displayPath(file)} cannot be read`, {
      hint: CLI_ERRORS.INPUT_UNREADABLE,
      cause: error,
    });
  }
}
