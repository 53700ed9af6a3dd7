/** Languages that share the frameworks of JavaScript. */
const SCRIPTS: ReadonlySet<string> = new Set(["javascript", "typescript", "jsx", "tsx"]);

export function isScript(language: string): boolean {
  return SCRIPTS.has(language);
}
