/**
 * Places nodes by forces: edges pull, nodes push. Far nodes push through the cell of a grid that they lie in, so a step
 * over 2,000 nodes takes milliseconds. The same graph gives the same picture: nothing here is random.
 */
export interface Body {
  id: string;
  x: number;
  y: number;
  vx: number;
  vy: number;
  radius: number;
  /** Edges at it: one of many pulls less, or everything would lie on one heap. */
  degree: number;
}

export interface Spring {
  from: number;
  to: number;
}

const CELL = 160;
const PUSH = 3_200;
const PULL = 0.06;
const LENGTH = 80;
const CENTRE = 0.01;
const FRICTION = 0.62;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/** On a spiral, in the order given: what was asked about comes first and stands in the middle. */
export function placeOnSpiral(at: number): { x: number; y: number } {
  const distance = 22 * Math.sqrt(at);
  return { x: distance * Math.cos(at * GOLDEN), y: distance * Math.sin(at * GOLDEN) };
}

/** One step; `heat` goes from 1 to 0 as the picture comes to rest. `aspect`: width of the room for it by its height. */
export function step(bodies: Body[], springs: readonly Spring[], heat: number, aspect = 1): void {
  const cells = new Map<string, { x: number; y: number; bodies: Body[] }>();
  for (const body of bodies) {
    const key = `${Math.floor(body.x / CELL)} ${Math.floor(body.y / CELL)}`;
    const cell = cells.get(key) ?? { x: 0, y: 0, bodies: [] };
    cell.x += body.x;
    cell.y += body.y;
    cell.bodies.push(body);
    cells.set(key, cell);
  }
  const all = [...cells.entries()].map(([key, cell]) => ({
    key,
    bodies: cell.bodies,
    x: cell.x / cell.bodies.length,
    y: cell.y / cell.bodies.length,
  }));
  for (const own of all)
    for (const other of all) {
      const isNear = Math.abs(own.x - other.x) < CELL * 1.5 && Math.abs(own.y - other.y) < CELL * 1.5;
      for (const body of own.bodies) {
        if (isNear) for (const one of other.bodies) push(body, one.x, one.y, 1);
        else push(body, other.x, other.y, other.bodies.length);
      }
    }
  for (const { from, to } of springs) {
    const [a, b] = [bodies[from]!, bodies[to]!];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const distance = Math.hypot(dx, dy) || 1;
    const force = (PULL * (distance - LENGTH)) / distance / Math.sqrt(Math.min(a.degree, b.degree) || 1);
    a.vx += dx * force;
    a.vy += dy * force;
    b.vx -= dx * force;
    b.vy -= dy * force;
  }
  for (const body of bodies) {
    body.vx = (body.vx - (body.x * CENTRE) / aspect) * FRICTION;
    body.vy = (body.vy - body.y * CENTRE * aspect) * FRICTION;
    body.x += clamp(body.vx * heat);
    body.y += clamp(body.vy * heat);
  }
}

function push(body: Body, x: number, y: number, mass: number): void {
  const [dx, dy] = [body.x - x, body.y - y];
  const square = dx * dx + dy * dy;
  if (square === 0) return;
  const force = (PUSH * mass) / Math.max(square, 100) / Math.sqrt(square);
  body.vx += dx * force;
  body.vy += dy * force;
}

function clamp(value: number): number {
  return Math.max(-30, Math.min(30, value));
}
