/** A graph that moves, can be dragged and zoomed, and tells which node was chosen. A list beside it is its other face. */
import { type PointerEvent, useEffect, useMemo, useRef } from "react";
import type { GraphAnswer } from "../../../src/pages/contract.ts";
import { type Camera, type Colours, cameraOver, draw, type Scene } from "./draw.ts";
import { type Body, placeOnSpiral, step } from "./layout.ts";

const KINDS = ["function", "method", "class", "interface", "file", "folder", "type", "constant"];
const COOLING = 0.985;
const AT_REST = 0.02;

interface Props {
  answer: GraphAnswer;
  chosen: string | null;
  onChoose: (id: string) => void;
  onOpen: (id: string) => void;
  bodiesRef: { current: Body[] };
}

export function GraphCanvas({ answer, chosen, onChoose, onOpen, bodiesRef }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const camera = useRef<Camera>({ x: 0, y: 0, zoom: answer.nodes.length > 300 ? 0.45 : 1 });
  const isHeld = useRef(false);
  const picked = useRef(chosen);
  picked.current = chosen;
  const paint = useRef(() => {});
  const bodies = useMemo(() => {
    const degrees = new Map<string, number>();
    for (const { from, to } of answer.edges)
      for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
    const before = new Map(bodiesRef.current.map((body) => [body.id, body]));
    return answer.nodes.map(({ id, size, kind }, at): Body => {
      const known = before.get(id);
      const radius = (kind === "folder" ? 4 : 5) + Math.min(7, Math.log2(size + 1) * 0.7);
      return {
        id,
        ...(known ? { x: known.x, y: known.y } : placeOnSpiral(at)),
        vx: 0,
        vy: 0,
        radius,
        degree: degrees.get(id) ?? 0,
      };
    });
  }, [answer, bodiesRef]);
  bodiesRef.current = bodies;
  useEffect(() => {
    const element = canvas.current!;
    const context = element.getContext("2d")!;
    const index = new Map(answer.nodes.map(({ id }, at) => [id, at]));
    const springs = answer.edges.map(({ from, to }) => ({ from: index.get(from)!, to: index.get(to)! }));
    const colours = readColours();
    let heat = 1;
    let frame = 0;
    const paintOnce = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const ratio = devicePixelRatio || 1;
      if (element.width !== Math.round(width * ratio)) element.width = Math.round(width * ratio);
      if (element.height !== Math.round(height * ratio)) element.height = Math.round(height * ratio);
      const scene: Scene = { answer, bodies, index, camera: camera.current, chosen: picked.current };
      draw(context, width, height, scene, colours);
    };
    const tick = () => {
      if (heat > AT_REST) {
        step(bodies, springs, heat);
        heat *= COOLING;
        // The picture is kept in sight until somebody takes hold of it.
        if (!isHeld.current) camera.current = cameraOver(bodies, element.clientWidth, element.clientHeight);
        frame = requestAnimationFrame(tick);
      }
      paintOnce();
    };
    paint.current = paintOnce;
    tick();
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      isHeld.current = true;
      const factor = Math.exp(-event.deltaY / 500);
      camera.current.zoom = Math.max(0.05, Math.min(6, camera.current.zoom * factor));
      paintOnce();
    };
    element.addEventListener("wheel", zoom, { passive: false });
    const sized = new ResizeObserver(paintOnce);
    sized.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      sized.disconnect();
      element.removeEventListener("wheel", zoom);
    };
  }, [answer, bodies]);
  useEffect(() => {
    void chosen;
    paint.current();
  }, [chosen]);
  const nodeAt = (event: PointerEvent | React.MouseEvent): string | null => {
    const box = canvas.current!.getBoundingClientRect();
    const { x, y, zoom } = camera.current;
    const px = (event.clientX - box.left - box.width / 2 - x) / zoom;
    const py = (event.clientY - box.top - box.height / 2 - y) / zoom;
    const found = bodies.find((body) => Math.hypot(body.x - px, body.y - py) <= body.radius + 3 / zoom);
    return found?.id ?? null;
  };
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    isHeld.current = true;
    camera.current.x += event.movementX;
    camera.current.y += event.movementY;
    paint.current();
  };
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`Graph of ${answer.nodes.length} nodes and ${answer.edges.length} edges; the list beside it names them`}
      onPointerMove={drag}
      onClick={(event) => {
        isHeld.current = true;
        const id = nodeAt(event);
        if (id !== null) onChoose(id);
      }}
      onDoubleClick={(event) => {
        const id = nodeAt(event);
        if (id !== null) onOpen(id);
      }}
    />
  );
}

function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  const hues = Array.from({ length: 8 }, (_, at) => of(`--hue-${at}`));
  return {
    line: of("--muted"),
    text: of("--text"),
    back: of("--back"),
    accent: of("--accent"),
    kinds: (kind) => hues[Math.max(0, KINDS.indexOf(kind))]!,
  };
}
