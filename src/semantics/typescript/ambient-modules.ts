/**
 * `declare module "shop"` in a script (a fixture, a stub for a test) comes before the package of the view that is called so,
 * for the whole program. Such a name is changed, at the same length, so that imports of the package mean the package.
 */
const AMBIENT_MODULE = /\bdeclare\s+module\s+["']([^"'\n]+)["']/g;
/** What has an import or export at its start of a line is a module, in which such a declaration only adds to the real one. */
const IS_MODULE = /^(?:import|export)\b/m;

export function hideAmbientPackages(text: string, isInView: (specifier: string) => boolean): string {
  if (!text.includes("module") || IS_MODULE.test(text)) return text;
  return text.replace(AMBIENT_MODULE, (declaration, name: string) => {
    if (!isInView(name)) return declaration;
    const at = declaration.length - name.length - 1;
    return `${declaration.slice(0, at)}-${declaration.slice(at + 1)}`;
  });
}
