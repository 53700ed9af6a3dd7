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
  makerOf: (name: string) => Maker | undefined,
): PathBase[] {
  const prefixes = new Map<string, string>();
  for (const { name, target, arguments: given } of calls) {
    const maker = makerOf(name);
    if (maker && target !== undefined) prefixes.set(target, pathsGiven(given, -1, maker.prefix)[0] ?? "");
  }
  const made = symbols.flatMap(({ name, value, valueType }): PathBase[] => {
    // `router: APIRouter = APIRouter()`
    const maker =
      value === undefined ? makerOf(valueType ?? "") : makerOf(value.kind === "call" ? value.name : "");
    return maker ? [{ name, prefix: prefixes.get(name) ?? "", isRoot: maker.isRoot }] : [];
  });
  const known = new Set(made.map(({ name }) => name));
  // `def create_app(): app = Flask(__name__)`: the application is a local name.
  const local = calls.flatMap(({ name, target }): PathBase[] => {
    const maker = target === undefined || known.has(target) ? undefined : makerOf(name);
    return maker ? [{ name: target!, prefix: prefixes.get(target!) ?? "", isRoot: maker.isRoot }] : [];
  });
  return [...made, ...local];
}

export function makersNamed(makers: Readonly<Record<string, Maker>>): (name: string) => Maker | undefined {
  return (name) => (Object.hasOwn(makers, name) ? makers[name] : undefined);
}
