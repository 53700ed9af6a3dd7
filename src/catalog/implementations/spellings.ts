/** One name in the spellings of all languages: `getUser`, `GetUser`, `get_user`, `GetUserID`. */
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
  const initialisms = words.map((word) => (INITIALISMS.has(word) ? word.toUpperCase() : capital(word)));
  const camel = pascal[0]!.toLowerCase() + pascal.slice(1);
  return [...new Set([name, camel, pascal, words.join("_"), initialisms.join("")])];
}

/** Go writes them in capitals. */
const INITIALISMS: ReadonlySet<string> = new Set(
  "acl api ascii cpu css dns eof guid html http https id ip json qps ram rpc sla smtp sql ssh tcp tls ttl udp ui uid uri url utf8 uuid vm xml xsrf xss".split(
    " ",
  ),
);

/** Equal however a language spells it. */
export function folded(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, "");
}
