/** Wheel, drag and two fingers move the camera. */
import { type Camera, zoomAt } from "./camera.ts";

interface Point {
  x: number;
  y: number;
}

/** A hand that shakes while it clicks does not drag. */
const STILL_PX = 4;

/** Until the returned function is called. `wasDragged` tells, after a click, whether it was the end of a drag. */
export function followGestures(element: HTMLElement, camera: { current: Camera }, onMove: () => void) {
  const fingers = new Map<number, Point>();
  let travelled = 0;
  const fromMiddle = (point: Point): Point => {
    const box = element.getBoundingClientRect();
    return { x: point.x - box.left - box.width / 2, y: point.y - box.top - box.height / 2 };
  };
  const zoom = (factor: number, at: Point) => {
    camera.current = zoomAt(camera.current, factor, fromMiddle(at));
    onMove();
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 500), { x: event.clientX, y: event.clientY });
  };
  const down = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
    if (fingers.size === 0) travelled = 0;
    fingers.set(pointerId, { x, y });
  };
  const move = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
    const before = fingers.get(pointerId);
    if (!before) return;
    const other = [...fingers].find(([id]) => id !== pointerId)?.[1];
    fingers.set(pointerId, { x, y });
    travelled += Math.hypot(x - before.x, y - before.y);
    if (other) {
      const factor =
        Math.hypot(x - other.x, y - other.y) / (Math.hypot(before.x - other.x, before.y - other.y) || 1);
      zoom(factor, { x: (x + other.x) / 2, y: (y + other.y) / 2 });
    } else if (travelled > STILL_PX) {
      camera.current = {
        ...camera.current,
        x: camera.current.x + x - before.x,
        y: camera.current.y + y - before.y,
      };
      onMove();
    }
  };
  const up = ({ pointerId }: PointerEvent) => void fingers.delete(pointerId);
  element.addEventListener("wheel", wheel, { passive: false });
  element.addEventListener("pointerdown", down);
  // A drag may leave the picture.
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
  return {
    wasDragged: () => travelled > STILL_PX,
    stop: () => {
      element.removeEventListener("wheel", wheel);
      element.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    },
  };
}
