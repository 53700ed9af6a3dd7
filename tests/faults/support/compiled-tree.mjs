/** A tree of C# and TypeScript in which file n of a language calls the one before it, over borders of projects. */

export const FILES = 24;
const PROJECTS = ["base", "middle", "top"];

export const LANGUAGES = {
  roslyn: {
    pathOf: (at) => `${projectOf(at)}/cs/Unit${at}.cs`,
    symbolOf: (at) => `Unit${at}.Run`,
    sourceOf: (at, salt) => {
      const call = at > 0 ? `new Unit${at - 1}().Run(value)` : "value";
      return `public class Unit${at} { public int Run(int value) => ${call} + ${salt}; }\n`;
    },
    /** Stands in the command line of its process. */
    program: "clew-roslyn",
  },
  typescript: {
    pathOf: (at) => `${projectOf(at)}/src/unit-${at}.ts`,
    symbolOf: (at) => `unit${at}`,
    sourceOf: (at, salt) => {
      const from =
        projectOf(at - 1) === projectOf(at)
          ? `./unit-${at - 1}`
          : `../../${projectOf(at - 1)}/src/unit-${at - 1}`;
      const call = at > 0 ? `unit${at - 1}(value)` : "value";
      const head = at > 0 ? `import { unit${at - 1} } from "${from}";\n` : "";
      return `${head}export function unit${at}(value: number): number {\n  return ${call} + ${salt};\n}\n`;
    },
    program: "ts-service",
  },
};

export function createCompiledTree(world) {
  world.git("init", "-q", "-b", "main");
  for (const [at, name] of PROJECTS.entries()) {
    const before = PROJECTS[at - 1];
    const needed = before ? `<ProjectReference Include="../../${before}/cs/${before}.csproj" />` : "";
    world.write(
      `${name}/cs/${name}.csproj`,
      `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup><ItemGroup>${needed}</ItemGroup></Project>\n`,
    );
    world.write(`${name}/tsconfig.json`, '{ "compilerOptions": { "strict": true } }\n');
  }
  for (const { pathOf, sourceOf } of Object.values(LANGUAGES))
    for (let at = 0; at < FILES; at++) world.write(pathOf(at), sourceOf(at, 0));
  world.git("add", "-A");
  world.git("commit", "-q", "-m", "first");
}

/** Calls between files that a dump of the index does not hold at any tier. */
export function missingCalls(dump) {
  const edges = dump.split("\n").filter((line) => line.startsWith("edge "));
  return Object.values(LANGUAGES).flatMap(({ pathOf, symbolOf }) => {
    const calls = Array.from({ length: FILES - 1 }, (_, at) => at + 1);
    return calls
      .filter((at) => {
        const from = `"from":"${pathOf(at)}#${symbolOf(at)}","kind":"calls"`;
        const to = `"to":"${pathOf(at - 1)}#${symbolOf(at - 1)}"`;
        return !edges.some((line) => line.includes(from) && line.includes(to));
      })
      .map((at) => `${pathOf(at)}#${symbolOf(at)}`);
  });
}

function projectOf(at) {
  return PROJECTS[Math.floor((Math.max(at, 0) * PROJECTS.length) / FILES)];
}
