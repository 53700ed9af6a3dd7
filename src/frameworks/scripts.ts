/** Languages that share the frameworks of JavaScript. */
export const SCRIPTS: readonly string[] = ["javascript", "typescript", "jsx", "tsx"];

export function isScript(language: string): boolean {
  return SCRIPTS.includes(language);
}
