/** Draws a graph on a canvas: tiers as line styles, kinds as colours, labels where there is room. */
import type { GraphAnswer } from "../../../src/pages/contract.ts";
import { show } from "../show.ts";
import type { Body } from "./layout.ts";

export interface Camera {
  x: number;
  y: number;
  zoom: number;
}

export const DASHES: Record<string, number[]> = { compiler: [], resolved: [6, 4], heuristic: [2, 4] };

export interface Scene {
  answer: GraphAnswer;
  bodies: Body[];
  index: ReadonlyMap<string, number>;
  camera: Camera;
  chosen: string | null;
}

export interface Colours {
  line: string;
  text: string;
  back: string;
  accent: string;
  kinds: (kind: string) => string;
}

const MAX_LABEL = 28;

export function draw(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  scene: Scene,
  colours: Colours,
): void {
  const { answer, bodies, index, camera, chosen } = scene;
  const ratio = devicePixelRatio || 1;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colours.back;
  context.fillRect(0, 0, width, height);
  context.translate(width / 2 + camera.x, height / 2 + camera.y);
  context.scale(camera.zoom, camera.zoom);
  // One path for each tier: a change of style costs more than a line.
  for (const tier of ["heuristic", "resolved", "compiler"]) {
    context.beginPath();
    context.setLineDash(bodies.length > 600 ? [] : DASHES[tier]!);
    context.strokeStyle = colours.line;
    context.globalAlpha = tier === "heuristic" ? 0.35 : tier === "resolved" ? 0.6 : 0.9;
    context.lineWidth = 1 / Math.sqrt(camera.zoom);
    for (const edge of answer.edges) {
      if (edge.tier !== tier) continue;
      const [a, b] = [bodies[index.get(edge.from)!]!, bodies[index.get(edge.to)!]!];
      context.moveTo(a.x, a.y);
      context.lineTo(b.x, b.y);
    }
    context.stroke();
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
  const isAllStart = answer.nodes.every(({ isStart }) => isStart);
  answer.nodes.forEach((node, at) => {
    const { x, y, radius } = bodies[at]!;
    context.fillStyle = colours.kinds(node.kind);
    context.beginPath();
    context.arc(x, y, radius, 0, Math.PI * 2);
    context.fill();
    if ((node.isStart && !isAllStart) || node.id === chosen) {
      context.strokeStyle = colours.accent;
      context.lineWidth = 2.5;
      context.stroke();
    }
  });
  drawLabels(context, scene, colours);
}

/** So that all of it is seen, with room for labels. */
export function cameraOver(bodies: readonly Body[], width: number, height: number): Camera {
  if (bodies.length === 0) return { x: 0, y: 0, zoom: 1 };
  const xs = bodies.map(({ x }) => x);
  const ys = bodies.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const zoom = Math.min(1.6, (width - 120) / (right - left + 1), (height - 80) / (bottom - top + 1));
  return { x: (-(left + right) / 2) * zoom, y: (-(top + bottom) / 2) * zoom, zoom: Math.max(0.05, zoom) };
}

/** The larger and those that were asked about; all of them once one looks closely. */
function drawLabels(
  context: CanvasRenderingContext2D,
  { answer, bodies, camera, chosen }: Scene,
  colours: Colours,
): void {
  const isClose = camera.zoom > 1.4 || answer.nodes.length < 60;
  const most = isClose ? 400 : 60;
  context.font = `${11 / Math.max(0.8, camera.zoom)}px system-ui, sans-serif`;
  context.fillStyle = colours.text;
  context.textAlign = "center";
  answer.nodes.slice(0, most).forEach((node, at) => {
    if (!isClose && !node.isStart && at > 40 && node.id !== chosen) return;
    const { x, y, radius } = bodies[at]!;
    const label = show(node.label);
    context.fillText(
      label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label,
      x,
      y + radius + 11 / camera.zoom,
    );
  });
}
