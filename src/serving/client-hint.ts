/** Hints are written once, for people at a command line. A client of a server calls tools, and runs no commands. */

/** What the command line spells as a command and a client as a call. */
const CALLS: readonly [RegExp, string][] = [
  [/`?clew status --why <file>`?/g, "`status` with `why`"],
  [/`?\bclew (status|search|context|symbol|trace|changes)\b`?/g, "`$1`"],
];
const OTHER_COMMAND = /\bclew (?:[a-z]+|--[a-z]+)\b(?:`| --)|`clew /;

export function hintForClients(hint: string): string {
  const called = CALLS.reduce((text, [command, call]) => text.replace(command, call), hint);
  return OTHER_COMMAND.test(called) ? `${called} (a command for the user's shell, not a tool)` : called;
}
