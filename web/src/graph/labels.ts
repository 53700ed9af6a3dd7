/** Names in the picture: what is looked at first, then by how much hangs on it; none covers another or a node. */
import { show } from "../show.ts";
import type { Colours, Scene } from "./scene.ts";

const MAX_LABEL = 28;

export function drawLabels(context: CanvasRenderingContext2D, scene: Scene, colours: Colours): void {
  const { answer, bodies, camera, focus } = scene;
  const isClose = camera.zoom > 1.4 || answer.nodes.length < 120;
  const size = 11 / Math.max(0.8, camera.zoom);
  context.font = `${size}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.lineWidth = size / 3.5;
  context.strokeStyle = colours.back;
  context.fillStyle = colours.text;
  const weight = (at: number) => {
    const { id, isStart } = answer.nodes[at]!;
    const looked = id === focus?.id ? 4_000_000 : focus?.near.has(id) ? 2_000_000 : 0;
    return looked + (isStart ? 1_000_000 : 0) + bodies[at]!.degree;
  };
  const order = answer.nodes.map((_, at) => at).sort((a, b) => weight(b) - weight(a) || a - b);
  const room = new Room(size);
  if (isClose) for (const { x, y, radius } of bodies) room.take(x, y + size / 2, radius);
  for (const at of order.slice(0, isClose ? 400 : 60)) {
    const { id, label } = answer.nodes[at]!;
    const { x, y, radius } = bodies[at]!;
    const shown = show(label);
    const text = shown.length > MAX_LABEL ? `${shown.slice(0, MAX_LABEL - 1)}…` : shown;
    const half = text.length * size * 0.275;
    const places = [y + radius + size, y - radius - size / 3];
    // What is looked at has its name in any case.
    const place =
      places.find((one) => room.isFree(x, one, half)) ?? (id === focus?.id ? places[0] : undefined);
    if (place === undefined) continue;
    room.take(x, place, half);
    context.globalAlpha = focus && id !== focus.id && !focus.near.has(id) ? 0.3 : 1;
    context.strokeText(text, x, place);
    context.fillText(text, x, place);
  }
  context.globalAlpha = 1;
}

/** Boxes that are taken, by rows, so that one asks few of them. */
class Room {
  readonly #height: number;
  readonly #rows = new Map<number, { x: number; y: number; half: number }[]>();

  constructor(height: number) {
    this.#height = height;
  }

  isFree(x: number, y: number, half: number): boolean {
    const row = this.#rowOf(y);
    for (let near = row - 1; near <= row + 1; near++)
      for (const box of this.#rows.get(near) ?? [])
        if (Math.abs(box.x - x) < box.half + half && Math.abs(box.y - y) < this.#height) return false;
    return true;
  }

  take(x: number, y: number, half: number): void {
    const row = this.#rowOf(y);
    const boxes = this.#rows.get(row);
    if (boxes) boxes.push({ x, y, half });
    else this.#rows.set(row, [{ x, y, half }]);
  }

  #rowOf(y: number): number {
    return Math.floor(y / this.#height);
  }
}
