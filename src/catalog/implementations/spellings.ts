/** One name in the spellings of all languages: `getUser`, `GetUser`, `get_user`. */
export function spellings(name: string): string[] {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
  if (words.length === 0) return [];
  const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
  const pascal = words.map(capital).join("");
  return [...new Set([name, pascal[0]!.toLowerCase() + pascal.slice(1), pascal, words.join("_")])];
}

/** Equal however a language spells it. */
export function folded(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, "");
}
