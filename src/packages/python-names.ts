/** Case, dashes, dots and underscores do not tell two packages of Python apart. */
export function normalPythonName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
