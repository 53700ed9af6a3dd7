/** An import chain as a list, for answers that are read by programs. */
import type { ImportNode } from "./import-chain.ts";

export interface FlatImport {
  /** The file or module that is imported. */
  path: string;
  from: string;
  /** 1 for what the first file imports. */
  depth: number;
  /** Nobody has indexed it. */
  isExternal: boolean;
  /** Following it would not end. */
  isCircular: boolean;
  /** It imports more than is told here. */
  isTruncated: boolean;
}

/** In the order in which the lines of the chain tell them. */
export function flatImports(node: ImportNode, depth = 1): FlatImport[] {
  const inside = node.imports.flatMap((child) => [
    {
      path: child.path,
      from: node.path,
      depth,
      isExternal: false,
      isCircular: child.isCycle,
      isTruncated: child.isRepeated || child.omitted > 0,
    },
    ...flatImports(child, depth + 1),
  ]);
  const outside = node.outside.map((path) => ({
    path,
    from: node.path,
    depth,
    isExternal: true,
    isCircular: false,
    isTruncated: false,
  }));
  return [...inside, ...outside];
}
