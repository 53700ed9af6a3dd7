import type { ConfigDigest, LinkConfig } from "../modules/contract.ts";

/** A project that says which namespaces all of its files open. */
export interface CSharpProject extends ConfigDigest {
  kind: "csharp";
  usings: string[];
}

/** What the SDK opens with `<ImplicitUsings>enable</ImplicitUsings>`; repositories define parts of these themselves. */
const IMPLICIT = [
  "System",
  "System.Collections.Generic",
  "System.IO",
  "System.Linq",
  "System.Net.Http",
  "System.Threading",
  "System.Threading.Tasks",
];
const USING = /<Using\s[^>]*\bInclude\s*=\s*"([\w.]+)"[^>]*>/g;
const IS_IMPLICIT = /<ImplicitUsings>\s*(?:enable|true)\s*<\/ImplicitUsings>/i;

function readProject(text: string): CSharpProject | null {
  const live = text.replace(/<!--[\s\S]*?-->/g, "");
  // An alias names one thing and opens nothing.
  const named = [...live.matchAll(USING)]
    .filter(([tag]) => !/\bAlias\s*=/.test(tag))
    .map((match) => match[1]!);
  const usings = [...named, ...(IS_IMPLICIT.test(live) ? IMPLICIT : [])];
  return usings.length === 0 ? null : { kind: "csharp", usings };
}

export const CSHARP_PROJECT: LinkConfig<CSharpProject> = {
  kind: "csharp",
  fits: (basename) => basename.endsWith(".csproj") || /^Directory\.Build\.(?:props|targets)$/.test(basename),
  read: readProject,
};
