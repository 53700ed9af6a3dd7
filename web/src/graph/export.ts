/** The picture as SVG and as Mermaid, for where pictures are kept. Names are text there, never markup. */
import type { GraphAnswer } from "../../../src/pages/contract.ts";
import { show } from "../show.ts";
import { DASHES } from "./draw.ts";
import type { Body } from "./layout.ts";

function escapeMarkup(text: string): string {
  return show(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

const ARROW =
  '<defs><marker id="to" viewBox="0 0 8 6" refX="8" refY="3" markerWidth="8" markerHeight="6" orient="auto"><path d="M0 0 8 3 0 6z" fill="#888"/></marker></defs>';

/** To the rim of the node it leads to, so that its arrow is seen. */
function shortened(a: Body, b: Body): [{ x: number; y: number }, { x: number; y: number }] {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const part = Math.max(0, 1 - b.radius / length);
  return [a, { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }];
}

export function toSvg({ nodes, edges }: GraphAnswer, bodies: readonly Body[]): string {
  const at = new Map(nodes.map(({ id }, index) => [id, bodies[index]!]));
  const xs = bodies.map(({ x }) => x);
  const ys = bodies.map(({ y }) => y);
  const [left, top] = [Math.min(...xs) - 60, Math.min(...ys) - 40];
  const [width, height] = [Math.max(...xs) - left + 60, Math.max(...ys) - top + 40];
  const lines = edges.map(({ from, to, tier }) => {
    const [a, b] = shortened(at.get(from)!, at.get(to)!);
    const dash = DASHES[tier]!.join(" ");
    return `<line x1="${a.x.toFixed(1)}" y1="${a.y.toFixed(1)}" x2="${b.x.toFixed(1)}" y2="${b.y.toFixed(1)}" stroke="#888" marker-end="url(#to)"${dash && ` stroke-dasharray="${dash}"`}/>`;
  });
  const dots = nodes.map(({ label }, index) => {
    const { x, y, radius } = bodies[index]!;
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" fill="#3b6ea5"/><text x="${x.toFixed(1)}" y="${(y + radius + 11).toFixed(1)}" font-size="10" text-anchor="middle">${escapeMarkup(label)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left.toFixed(0)} ${top.toFixed(0)} ${width.toFixed(0)} ${height.toFixed(0)}" font-family="sans-serif">${ARROW}${lines.join("")}${dots.join("")}</svg>\n`;
}

const ARROWS: Record<string, string> = { compiler: "==>", resolved: "-->", heuristic: "-.->" };

export function toMermaid({ nodes, edges }: GraphAnswer): string {
  const ids = new Map(nodes.map(({ id }, at) => [id, `n${at}`]));
  const label = (text: string) => show(text).replaceAll(/[^\p{L}\p{N} ._/:#-]/gu, "");
  return [
    "graph LR",
    ...nodes.map((node) => `  ${ids.get(node.id)}["${label(node.label)}"]`),
    ...edges.map(({ from, to, tier, kind }) => `  ${ids.get(from)} ${ARROWS[tier]}|${kind}| ${ids.get(to)}`),
    "",
  ].join("\n");
}

export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
