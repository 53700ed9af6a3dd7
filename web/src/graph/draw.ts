/** Draws a graph on a canvas: tiers as line styles, kinds as colours, arrows and names where there is room. */
import type { GraphAnswer } from "../../../src/pages/contract.ts";
import { drawLabels } from "./labels.ts";
import type { Body } from "./layout.ts";
import type { Colours, Scene } from "./scene.ts";

type Edge = GraphAnswer["edges"][number];

export const DASHES: Record<string, number[]> = { compiler: [], resolved: [6, 4], heuristic: [2, 4] };

/** Lines that software draws in a fraction of a frame. */
const MOVING_EDGES = 3_000;
/** Above this, arrows would be a grey mist. */
const MOST_ARROWS = 500;
const ARROW = 7;
/** Lines that stand for many uses are stronger, in so many steps: a change of style costs more than a line. */
const WEIGHTS = 3;

export function draw(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  scene: Scene,
  colours: Colours,
): void {
  const { camera } = scene;
  const ratio = devicePixelRatio || 1;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colours.back;
  context.fillRect(0, 0, width, height);
  context.translate(width / 2 + camera.x, height / 2 + camera.y);
  context.scale(camera.zoom, camera.zoom);
  drawEdges(context, scene, colours);
  drawOver(context, scene, colours);
  drawNodes(context, scene, colours);
  drawLabels(context, scene, colours);
}

function ends({ bodies, index }: Scene, { from, to }: Edge): [Body, Body] {
  return [bodies[index.get(from)!]!, bodies[index.get(to)!]!];
}

function drawEdges(context: CanvasRenderingContext2D, scene: Scene, colours: Colours): void {
  const { answer, bodies, camera, focus, isMoving } = scene;
  const { edges } = answer;
  const stride = isMoving ? Math.ceil(edges.length / MOVING_EDGES) : 1;
  const isDashed = edges.length <= MOVING_EDGES && bodies.length <= 600;
  const hasArrows = edges.length <= MOST_ARROWS;
  context.strokeStyle = colours.line;
  context.fillStyle = colours.line;
  context.lineWidth = 1 / Math.sqrt(camera.zoom);
  for (const { tier, weight, edges: all } of stylesOf(answer)) {
    const some = stride === 1 ? all : all.filter((_, at) => at % stride === 0);
    const strength = tier === "heuristic" ? 0.4 : tier === "resolved" ? 0.65 : 0.9;
    context.globalAlpha = strength * (weight / WEIGHTS) * (focus ? 0.3 : 1);
    context.setLineDash(isDashed ? DASHES[tier]! : []);
    strokeAll(context, scene, some, hasArrows);
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
}

interface Style {
  tier: string;
  /** From 1 to WEIGHTS. */
  weight: number;
  edges: Edge[];
}

/** Worked out once for a graph, not for every frame. */
const known = new WeakMap<GraphAnswer, Style[]>();

function stylesOf(answer: GraphAnswer): Style[] {
  const found = known.get(answer);
  if (found) return found;
  const heaviest = Math.log(1 + answer.edges.reduce((most, { count }) => Math.max(most, count), 1));
  const styles: Style[] = [];
  for (const edge of answer.edges) {
    const weight = Math.ceil((Math.log(1 + edge.count) / heaviest) * WEIGHTS);
    const same = styles.find((style) => style.tier === edge.tier && style.weight === weight);
    if (same) same.edges.push(edge);
    else styles.push({ tier: edge.tier, weight, edges: [edge] });
  }
  known.set(answer, styles);
  return styles;
}

/** What is looked at, and the path: in the accent's colour, with arrows. */
function drawOver(context: CanvasRenderingContext2D, scene: Scene, colours: Colours): void {
  const { answer, camera, focus, path } = scene;
  context.strokeStyle = colours.accent;
  context.fillStyle = colours.accent;
  if (focus) {
    context.lineWidth = 1.4 / Math.sqrt(camera.zoom);
    for (const tier of Object.keys(DASHES)) {
      const own = answer.edges.filter(
        (edge) => edge.tier === tier && (edge.from === focus.id || edge.to === focus.id),
      );
      context.setLineDash(DASHES[tier]!);
      strokeAll(context, scene, own, true);
    }
    context.setLineDash([]);
  }
  context.lineWidth = 3 / Math.sqrt(camera.zoom);
  strokeAll(context, scene, path, true);
}

function strokeAll(
  context: CanvasRenderingContext2D,
  scene: Scene,
  edges: readonly Edge[],
  hasArrows: boolean,
): void {
  if (edges.length === 0) return;
  context.beginPath();
  for (const edge of edges) {
    const [a, b] = ends(scene, edge);
    context.moveTo(a.x, a.y);
    context.lineTo(b.x, b.y);
  }
  context.stroke();
  if (!hasArrows) return;
  const size = ARROW / Math.sqrt(scene.camera.zoom);
  context.beginPath();
  for (const edge of edges) {
    const [a, b] = ends(scene, edge);
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = Math.hypot(dx, dy);
    if (length < b.radius + size) continue;
    const [ux, uy] = [dx / length, dy / length];
    const [x, y] = [b.x - ux * b.radius, b.y - uy * b.radius];
    context.moveTo(x, y);
    context.lineTo(x - ux * size - uy * size * 0.4, y - uy * size + ux * size * 0.4);
    context.lineTo(x - ux * size + uy * size * 0.4, y - uy * size - ux * size * 0.4);
    context.closePath();
  }
  context.fill();
}

function drawNodes(context: CanvasRenderingContext2D, scene: Scene, colours: Colours): void {
  const { answer, bodies, focus } = scene;
  const isOneStart = answer.nodes.filter(({ isStart }) => isStart).length === 1;
  answer.nodes.forEach((node, at) => {
    const { x, y, radius } = bodies[at]!;
    const isLooked = node.id === focus?.id;
    context.globalAlpha = focus && !isLooked && !focus.near.has(node.id) ? 0.3 : 1;
    context.fillStyle = colours.kinds(node.kind);
    context.beginPath();
    context.arc(x, y, radius, 0, Math.PI * 2);
    context.fill();
    if (isLooked || (node.isStart && isOneStart)) {
      context.strokeStyle = colours.accent;
      context.lineWidth = 3;
      context.stroke();
    }
  });
  context.globalAlpha = 1;
}
