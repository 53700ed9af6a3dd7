/** Tests that are classes, called by what they test: `CartTest`, `CartSpec`, `CartIT`. */
export function classTestFiles(extensions: string): RegExp {
  return new RegExp(`(?:Test|Tests|TestCase|Spec|Specs|IT)\\.(?:${extensions})$`);
}
