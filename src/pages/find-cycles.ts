/** Groups of nodes that reach each other, by Tarjan's algorithm without recursion; each sorted, in order of their first. */
export function findCycles(edges: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = new Map<string, string[]>();
  for (const [from, to] of edges) {
    next.set(from, [...(next.get(from) ?? []), to]);
    if (!next.has(to)) next.set(to, []);
  }
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const cycles: string[][] = [];
  for (const start of next.keys()) {
    if (order.has(start)) continue;
    const work: { node: string; at: number }[] = [{ node: start, at: 0 }];
    while (work.length > 0) {
      const step = work.at(-1)!;
      const { node } = step;
      if (step.at === 0) {
        order.set(node, order.size);
        lowest.set(node, order.get(node)!);
        open.push(node);
        isOpen.add(node);
      }
      const child = next.get(node)![step.at];
      step.at += 1;
      if (child !== undefined) {
        if (!order.has(child)) work.push({ node: child, at: 0 });
        else if (isOpen.has(child)) lowest.set(node, Math.min(lowest.get(node)!, order.get(child)!));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.node;
      if (parent !== undefined) lowest.set(parent, Math.min(lowest.get(parent)!, lowest.get(node)!));
      if (lowest.get(node) !== order.get(node)) continue;
      const group = open.splice(open.lastIndexOf(node));
      for (const member of group) isOpen.delete(member);
      if (group.length > 1) cycles.push(group.sort());
    }
  }
  return cycles.sort((a, b) => (a[0]! < b[0]! ? -1 : 1));
}
