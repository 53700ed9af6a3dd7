/** Folders that show how code is used, and are not the code itself. */
const EXAMPLE =
  /(?:^|\/)(?:examples?|samples?|demos?|playgrounds?|tutorials?|templates?\/starter|starters?|cookbook|recipes|storybook|stories|docs_src|snippets|_examples?)(?=\/)/i;

export function isExamplePath(path: string): boolean {
  return EXAMPLE.test(path);
}
