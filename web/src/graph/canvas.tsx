/** A graph that moves, can be dragged and zoomed, and tells which node was chosen. A list beside it is its other face. */
import { type MouseEvent, useEffect, useMemo, useRef } from "react";
import type { GraphAnswer } from "../../../src/pages/contract.ts";
import { type Camera, cameraOver, zoomAt } from "./camera.ts";
import { draw } from "./draw.ts";
import { followGestures } from "./gestures.ts";
import { type Body, placeOnSpiral, step } from "./layout.ts";
import { focusOn, readColours } from "./scene.ts";

const COOLING = 0.985;
const AT_REST = 0.02;
const STILL_AFTER_MS = 120;
const ZOOM_STEP = 1.4;
const MIDDLE = { x: 0, y: 0 };

interface Props {
  answer: GraphAnswer;
  chosen: string | null;
  /** Drawn over the others. */
  path: GraphAnswer["edges"];
  onChoose: (id: string | null) => void;
  onOpen: (id: string) => void;
  bodiesRef: { current: Body[] };
}

export function GraphCanvas({ answer, chosen, path, onChoose, onOpen, bodiesRef }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const camera = useRef<Camera>({ x: 0, y: 0, zoom: answer.nodes.length > 300 ? 0.45 : 1 });
  const isHeld = useRef(false);
  const hovered = useRef<string | null>(null);
  const latest = useRef({ chosen, path });
  latest.current = { chosen, path };
  const paint = useRef((_isMoving?: boolean) => {});
  const wasDragged = useRef<() => boolean>(() => false);
  const bodies = useMemo(() => bodiesOf(answer, bodiesRef.current), [answer, bodiesRef]);
  bodiesRef.current = bodies;
  useEffect(() => {
    const element = canvas.current!;
    const context = element.getContext("2d")!;
    const index = new Map(answer.nodes.map(({ id }, at) => [id, at]));
    const springs = answer.edges.map(({ from, to }) => ({ from: index.get(from)!, to: index.get(to)! }));
    let colours = readColours();
    let heat = 1;
    let frame = 0;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const paintOnce = (isMoving = false) => {
      clearTimeout(rest);
      if (isMoving) rest = setTimeout(() => paintOnce(), STILL_AFTER_MS);
      const { clientWidth: width, clientHeight: height } = element;
      const ratio = devicePixelRatio || 1;
      if (element.width !== Math.round(width * ratio)) element.width = Math.round(width * ratio);
      if (element.height !== Math.round(height * ratio)) element.height = Math.round(height * ratio);
      const looked = hovered.current ?? latest.current.chosen;
      const focus = focusOn(answer.edges, looked !== null && index.has(looked) ? looked : null);
      const { path } = latest.current;
      draw(
        context,
        width,
        height,
        { answer, bodies, index, camera: camera.current, focus, path, isMoving },
        colours,
      );
    };
    const tick = () => {
      if (heat > AT_REST) {
        step(bodies, springs, heat, element.clientWidth / (element.clientHeight || 1));
        heat *= COOLING;
        // The picture is kept in sight until somebody takes hold of it.
        if (!isHeld.current) camera.current = cameraOver(bodies, element.clientWidth, element.clientHeight);
        frame = requestAnimationFrame(tick);
      }
      paintOnce(heat > AT_REST);
    };
    paint.current = paintOnce;
    tick();
    const gestures = followGestures(element, camera, () => {
      isHeld.current = true;
      paintOnce(true);
    });
    wasDragged.current = gestures.wasDragged;
    const sized = new ResizeObserver(() => paintOnce());
    sized.observe(element);
    const darkness = matchMedia("(prefers-color-scheme: dark)");
    const recolour = () => {
      colours = readColours();
      paintOnce();
    };
    darkness.addEventListener("change", recolour);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(rest);
      sized.disconnect();
      gestures.stop();
      darkness.removeEventListener("change", recolour);
    };
  }, [answer, bodies]);
  useEffect(() => {
    void [chosen, path];
    paint.current();
  }, [chosen, path]);
  const nodeAt = (event: MouseEvent): string | null => {
    const box = canvas.current!.getBoundingClientRect();
    const { x, y, zoom } = camera.current;
    const px = (event.clientX - box.left - box.width / 2 - x) / zoom;
    const py = (event.clientY - box.top - box.height / 2 - y) / zoom;
    const found = bodies.find((body) => Math.hypot(body.x - px, body.y - py) <= body.radius + 4 / zoom);
    return found?.id ?? null;
  };
  const hover = (event: MouseEvent) => {
    if (event.buttons !== 0) return;
    const id = nodeAt(event);
    if (id === hovered.current) return;
    hovered.current = id;
    canvas.current!.style.cursor = id === null ? "grab" : "pointer";
    paint.current();
  };
  const click = (event: MouseEvent) => {
    if (wasDragged.current()) return;
    const id = nodeAt(event);
    if (id !== null && id === chosen) onOpen(id);
    else onChoose(id);
  };
  const zoom = (factor: number) => {
    isHeld.current = true;
    camera.current = zoomAt(camera.current, factor, MIDDLE);
    paint.current();
  };
  const fit = () => {
    isHeld.current = false;
    camera.current = cameraOver(bodies, canvas.current!.clientWidth, canvas.current!.clientHeight);
    paint.current();
  };
  return (
    <div className="canvas-frame">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Graph of ${answer.nodes.length} nodes and ${answer.edges.length} edges; the list beside it names them`}
        onMouseMove={hover}
        onMouseLeave={() => {
          hovered.current = null;
          paint.current();
        }}
        onClick={click}
      />
      <div className="zoom" role="group" aria-label="Zoom">
        <button type="button" aria-label="Closer" onClick={() => zoom(ZOOM_STEP)}>
          +
        </button>
        <button type="button" aria-label="Farther" onClick={() => zoom(1 / ZOOM_STEP)}>
          −
        </button>
        <button type="button" onClick={fit}>
          Fit
        </button>
      </div>
    </div>
  );
}

/** Nodes that were drawn before stay where they are. */
function bodiesOf({ nodes, edges }: GraphAnswer, drawn: readonly Body[]): Body[] {
  const degrees = new Map<string, number>();
  for (const { from, to } of edges) for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  const before = new Map(drawn.map((body) => [body.id, body]));
  return nodes.map(({ id, size }, at) => {
    const known = before.get(id);
    return {
      id,
      ...(known ? { x: known.x, y: known.y } : placeOnSpiral(at)),
      vx: 0,
      vy: 0,
      radius: 5 + Math.min(7, Math.log2(size + 1) * 0.7),
      degree: degrees.get(id) ?? 0,
    };
  });
}
