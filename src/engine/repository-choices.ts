/** What was chosen for a repository as settings. */
import type { IndexingChoices } from "../catalog/choices.ts";
import { languageById } from "../languages/detect.ts";
import type { ResolvedSettings } from "../settings/resolve-settings.ts";

/** Every markdown file but a README at the root. */
const MARKDOWN = ["md", "mdx", "markdown"].flatMap((extension) => [
  `*/**/*.${extension}`,
  ...["[!Rr]*", "[Rr][!Ee]*", "[Rr][Ee][!Aa]*"].map((name) => `${name}.${extension}`),
]);

export function withChoices(
  resolved: ResolvedSettings,
  choices: IndexingChoices | undefined,
): ResolvedSettings {
  if (!choices) return resolved;
  const { settings } = resolved;
  const { languages = [], includesMarkdown = true, summariesByRules = false } = choices;
  const { includesBuildOutput = settings.indexBuildOutput } = choices;
  const { respectsGitignore = settings.respectGitignore, maxLines = settings.maxFileLines } = choices;
  return {
    ...resolved,
    settings: {
      ...settings,
      include: languages.length > 0 ? languages.flatMap(globsOf) : settings.include,
      exclude: includesMarkdown ? settings.exclude : [...settings.exclude, ...MARKDOWN],
      indexBuildOutput: includesBuildOutput,
      respectGitignore: respectsGitignore,
      maxFileLines: maxLines,
      summaries: summariesByRules ? "rules" : settings.summaries,
    },
  };
}

/** The names by which files of a language are known. */
function globsOf(id: string): string[] {
  const { extensions = [], filenames = [] } = languageById(id) ?? {};
  return [...extensions.map((extension) => `*${extension}`), ...filenames];
}
