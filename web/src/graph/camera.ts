/** Where somebody stands before a picture. On the screen, a point lies at the middle + camera + zoom × point. */
import type { Body } from "./layout.ts";

export interface Camera {
  x: number;
  y: number;
  zoom: number;
}

const CLOSEST = 6;
const FARTHEST = 0.05;

/** What lies at `x`, `y`, counted from the middle of the screen, stays there. */
export function zoomAt({ x, y, zoom }: Camera, factor: number, at: { x: number; y: number }): Camera {
  const next = Math.max(FARTHEST, Math.min(CLOSEST, zoom * factor));
  const grown = next / zoom;
  return { x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown, zoom: next };
}

/** So that all of it is seen, with room for labels. */
export function cameraOver(bodies: readonly Body[], width: number, height: number): Camera {
  if (bodies.length === 0) return { x: 0, y: 0, zoom: 1 };
  const xs = bodies.map(({ x }) => x);
  const ys = bodies.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const zoom = Math.min(1.6, (width - 120) / (right - left + 1), (height - 80) / (bottom - top + 1));
  return {
    x: (-(left + right) / 2) * zoom,
    y: (-(top + bottom) / 2) * zoom,
    zoom: Math.max(FARTHEST, zoom),
  };
}
