/** What the paths of a tree say of what it is. */
import { basename } from "../core/rel-path.ts";
import { languageById } from "../languages/detect.ts";
import { isTestPath } from "../languages/test-paths.ts";
import type { ViewFile } from "../storage/contract.ts";

export interface TreeSigns {
  name: string;
  files: number;
  /** Markdown and the like. */
  documents: number;
  /** Files whose names say that something is run or called from outside. */
  deployment: string | null;
  contract: string | null;
  /** Folders with a file that makes an image. */
  images: number;
  /** One of the pages that it shows to people; few do not count. */
  page: string | null;
  /** More programs than one service is made of. */
  isLarge: boolean;
}

const DOCUMENT = /\.(?:md|mdx|markdown|rst|adoc|txt)$/i;
const DEPLOYMENT =
  /^(?:Dockerfile|Containerfile|Procfile|serverless\.ya?ml|fly\.toml|app\.ya?ml|Chart\.yaml)$/;
const IMAGE = /^(?:Dockerfile|Containerfile)$/;
const CONTRACT = /^(?:openapi|swagger)[\w.-]*\.(?:ya?ml|json)$|\.proto$|^schema\.graphqls?$/i;
const PAGE = /\.(?:html?|css|scss|less|jsx|tsx|vue|svelte|ejs|pug|hbs|erb|twig|cshtml|razor|heex)$/i;

/** A mail or an error page is no front end. */
const FEW_PAGES = 8;
const LARGE_PROGRAMS = 300;

/** `files` ascending by path, as the index lists them. */
export function signsOf(name: string, files: readonly Pick<ViewFile, "path" | "language">[]): TreeSigns {
  const paths = files.map(({ path }) => path as string);
  const shown = paths.filter((path) => PAGE.test(path) && !isTestPath(path));
  const programs = files.filter(
    ({ path, language }) => languageById(language)?.role === "code" && !isTestPath(path),
  );
  const images = paths.filter((path) => IMAGE.test(basename(path)));
  return {
    name,
    files: paths.length,
    documents: paths.filter((path) => DOCUMENT.test(path)).length,
    deployment: nearest(paths, DEPLOYMENT),
    contract: nearest(paths, CONTRACT),
    images: images.length,
    page: shown.length > FEW_PAGES ? shown[0]! : null,
    isLarge: programs.length > LARGE_PROGRAMS,
  };
}

/** The nearest to the root, then the first by path. */
function nearest(paths: readonly string[], pattern: RegExp): string | null {
  let best: string | null = null;
  for (const path of paths)
    if (pattern.test(basename(path)) && (best === null || depthOf(path) < depthOf(best))) best = path;
  return best;
}

function depthOf(path: string): number {
  return path.split("/").length;
}
