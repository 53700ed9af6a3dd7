/** Tree-sitter query files are imported as text (see tsdown.config.ts and vitest.config.ts). */
declare module "*.scm" {
  const text: string;
  export default text;
}
