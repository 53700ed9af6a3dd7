/** Routers and applications that a file gives names to: `router = APIRouter(prefix="/users")`. */
import { pathsGiven } from "./arguments.ts";
import type { FrameworkFile, PathBase } from "./contract.ts";

export interface Maker {
  /** The argument that paths begin with. */
  prefix: string;
  /** It makes an application, not a part of one. */
  isRoot: boolean;
}

/** Not every maker's call is a fact when it is given no literal, so what names are initialised with decides. */
export function basesMade(
  { symbols, calls }: FrameworkFile,
  makers: Readonly<Record<string, Maker>>,
): PathBase[] {
  const makerOf = (name: string) => (Object.hasOwn(makers, name) ? makers[name] : undefined);
  const prefixes = new Map<string, string>();
  for (const { name, target, arguments: given } of calls) {
    const maker = makerOf(name);
    if (maker && target !== undefined) prefixes.set(target, pathsGiven(given, -1, maker.prefix)[0] ?? "");
  }
  return symbols.flatMap(({ name, value }): PathBase[] => {
    const maker = value?.kind === "call" ? makerOf(value.name) : undefined;
    return maker ? [{ name, prefix: prefixes.get(name) ?? "", isRoot: maker.isRoot }] : [];
  });
}
