/** Every manager, a line each. */
import type { PackageManager } from "../contract.ts";
import { cargo } from "./cargo.ts";
import { composer } from "./composer.ts";
import { dotnet } from "./dotnet.ts";
import { elixir } from "./elixir.ts";
import { go } from "./go.ts";
import { gradle } from "./gradle.ts";
import { maven } from "./maven.ts";
import { npm } from "./npm.ts";
import { python } from "./python.ts";

export const MANAGERS: readonly PackageManager[] = [
  npm,
  python,
  go,
  cargo,
  maven,
  gradle,
  dotnet,
  composer,
  elixir,
];
