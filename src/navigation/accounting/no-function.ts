/** Places where a name cannot be that of a function, whatever else it is. */
import { familyOf } from "../../languages/families.ts";
import { firstFrom, lastBefore } from "./surroundings.ts";

/** What a name is that stands where no function can; null where one may. */
export function noFunctionAt(text: string, at: number, name: string, language: string): string | null {
  if (language === "rust" && isModuleOfRust(text, at, name)) return "a module";
  const accessors = familyOf(language).id === "js" ? "js" : language;
  return isAccessorWord(text, at, name, accessors) ? "an accessor" : null;
}

/** A method is named there only to be called, or by `::`. */
const CALLS_ALONE: ReadonlySet<string> = new Set(["java", "kotlin", "rust", "cpp", "php"]);
/** Arguments follow, type arguments before them, or the lambda of a call. */
const CALLED = /^\s*(?:[(<{]|::)/;
/** What can stand behind a truth value and not behind a method that is handed on. */
const OPERATOR = /^\s*(?:&&|\|\||[!=]=|\?(?![?.])|\??\.)/;
const BEFORE_CONDITION = /(?:!|&&|\|\||\b(?:if|while|when)\s*\()\s*[\w.?!()[\]]*$/;

/**
 * `x.name` that is read and not called, where a method could not stand: nowhere in a language whose methods are only called,
 * and not in a condition of C#, where methods are values elsewhere.
 */
export function isValueAt(text: string, at: number, name: string, language: string): boolean {
  const before = text[lastBefore(text, at)];
  const rest = text.slice(at + name.length, at + name.length + 80);
  if ((before !== "." && before !== ">") || CALLED.test(rest)) return false;
  if (CALLS_ALONE.has(language)) return true;
  if (language !== "csharp") return false;
  if (OPERATOR.test(rest)) return true;
  return /^\s*\)/.test(rest) && BEFORE_CONDITION.test(text.slice(Math.max(0, at - 120), at));
}

/** `mod name`, `name::rest`; `name::<T>()` is a call. */
function isModuleOfRust(text: string, at: number, name: string): boolean {
  const next = firstFrom(text, at + name.length);
  if (text.startsWith("::", next)) return text[firstFrom(text, next + 2)] !== "<";
  return wordBefore(text, at) === "mod";
}

/** What follows the word where it declares how a property is read or written, by language. */
const ACCESSORS: Readonly<Record<string, RegExp>> = {
  kotlin: /^\s*\(\s*(?:\w+(?:\s*:\s*[\w.<>?]+)?)?\s*\)\s*(?:=(?!=)|:)/,
  csharp: /^\s*(?:=>|;|\{)/,
  js: /^\s+[\w$#[][\w$\]]*\s*\(/,
};
/** A body in braces may be a lambda that a call is given, unless a property is declared right before it. */
const KOTLIN_BODY = /^\s*\(\s*\w*\s*\)\s*\{/;
const PROPERTY_BEFORE = /\b(?:val|var)\s[^={}();]*$/;

/** `val size get() = 1` of Kotlin, `{ get; set; }` of C#, `get size()` of JavaScript. */
function isAccessorWord(text: string, at: number, name: string, language: string): boolean {
  if (name !== "get" && name !== "set") return false;
  const before = text[lastBefore(text, at)];
  if (before === "." || before === ":") return false;
  const rest = text.slice(at + name.length, at + name.length + 80);
  if (ACCESSORS[language]?.test(rest)) return true;
  return (
    language === "kotlin" &&
    KOTLIN_BODY.test(rest) &&
    PROPERTY_BEFORE.test(text.slice(Math.max(0, at - 200), at))
  );
}

function wordBefore(text: string, at: number): string {
  const end = lastBefore(text, at) + 1;
  return /\w+$/.exec(text.slice(Math.max(0, end - 20), end))?.[0] ?? "";
}
