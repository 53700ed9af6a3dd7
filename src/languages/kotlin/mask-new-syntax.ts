/** Syntax that the grammar does not know yet, put in a form of the same length that it does. */

/** `fun interface Listener` is read as an interface. */
const FUN_INTERFACE = /\bfun(?=[ \t]+interface\b)/g;
/** `0..<n` is read as a range. */
const OPEN_RANGE = /\.\.</g;
/** `Outer.Builder.() -> Unit`: the grammar takes one name before the dot of a receiver. */
const RECEIVER_PATH = /(?<![\w.])(?:[A-Za-z_]\w{0,80}\.){1,6}(?=[A-Za-z_]\w{0,80}\.\()/g;

export function maskNewSyntax(source: string): string {
  return source
    .replace(FUN_INTERFACE, "   ")
    .replace(OPEN_RANGE, ".. ")
    .replace(RECEIVER_PATH, (path) => " ".repeat(path.length));
}
