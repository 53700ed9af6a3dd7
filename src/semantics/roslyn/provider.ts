/** Roslyn, the C# compiler of the installed .NET SDK, as a provider: C# of the tree as it is. */
import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { plural } from "../../core/counts.ts";
import type {
  AnalysedFile,
  AnalyseRequest,
  PackageProblem,
  ProviderDefinition,
  ProviderLimits,
  ProviderStatus,
  SemanticsProvider,
} from "../contract.ts";
import { COMPILER_EDGE_KINDS } from "../edge-sink.ts";
import { findSdk, findServiceFile } from "./find-sdk.ts";
import { ROSLYN_REVISION } from "./protocol.ts";
import { RoslynService } from "./service.ts";
import { isCSharpSource } from "./view-sources.ts";

export const roslyn: ProviderDefinition = {
  id: "roslyn",
  revision: ROSLYN_REVISION,
  open: (limits) => new RoslynProvider(limits),
};

const MAX_NAMED_PACKAGES = 5;

class RoslynProvider implements SemanticsProvider {
  readonly edgeKinds = [...COMPILER_EDGE_KINDS, "extends"] as const;
  /** Packages that were never restored here. */
  readonly leavesUsesToRules = true;
  /** Looked for when the first C# file is met; a text says why there is none. */
  #service: RoslynService | string | null = null;
  readonly #limits: ProviderLimits | undefined;

  constructor(limits: ProviderLimits | undefined) {
    this.#limits = limits;
  }

  speaksFor(path: string): boolean {
    if (!isCSharpSource(path)) return false;
    this.#service ??= openService(this.#limits);
    return typeof this.#service !== "string";
  }

  seesTargetsIn(path: string): boolean {
    return this.#service instanceof RoslynService && isCSharpSource(path) && !this.#service.orphans.has(path);
  }

  async *analyse(request: AnalyseRequest): AsyncGenerator<AnalysedFile> {
    if (this.#service instanceof RoslynService) yield* this.#service.analyse(request);
  }

  isManifest(path: string): boolean {
    return path.endsWith(".csproj");
  }

  whyNot(path: string): string | null {
    if (!isCSharpSource(path) || this.speaksFor(path)) return null;
    return this.#service as string;
  }

  packageProblems(): readonly PackageProblem[] {
    if (!(this.#service instanceof RoslynService)) return [];
    return this.#service.projects.flatMap(({ path, missing }) =>
      missing.length === 0 ? [] : [{ path, message: `compiled without ${listMissing(missing)}` }],
    );
  }

  notes(): readonly string[] {
    if (typeof this.#service === "string") return [`C# keeps the links of the rules: ${this.#service}`];
    const missing = new Set(this.#service?.projects.flatMap((project) => project.missing));
    return missing.size === 0 ? [] : [`C# was compiled without ${listMissing([...missing])}`];
  }

  status(): ProviderStatus | null {
    return this.#service instanceof RoslynService ? this.#service.status() : null;
  }

  close(): void {
    if (this.#service instanceof RoslynService) this.#service.close();
  }
}

function listMissing(missing: readonly string[]): string {
  const named = [...missing].sort().slice(0, MAX_NAMED_PACKAGES).join(", ");
  const rest = missing.length > MAX_NAMED_PACKAGES ? ", …" : "";
  return `${plural(missing.length, "package")} that are not on this machine: ${named}${rest}`;
}

function openService(limits: ProviderLimits | undefined): RoslynService | string {
  const program = roslynProgram();
  if (typeof program === "string") return program;
  return new RoslynService({ ...limits, ...program, packages: packageFolder(process.env) });
}

/** How the service is started, or why it cannot be. */
export function roslynProgram(): { command: string; args: readonly string[] } | string {
  const sdk = findSdk();
  if (typeof sdk === "string") return sdk;
  const file = findServiceFile();
  if (file === null) return "this build of clew lacks the service for it";
  return { command: sdk.dotnet, args: [file, sdk.roslyn, sdk.root] };
}

/** Where restoring puts packages, when it ever did. */
export function packageFolder(env: NodeJS.ProcessEnv): string | null {
  const home = env.HOME ?? env.USERPROFILE;
  const folder = env.NUGET_PACKAGES ?? (home ? join(home, ".nuget", "packages") : "");
  return isAbsolute(folder) && existsSync(folder) ? folder : null;
}
