/** Keys that work on every page: search, go through what is listed, open it, see its graph, help. */
import { useEffect, useRef, useState } from "react";
import { go } from "../router.tsx";

const KEYS = [
  ["/", "search"],
  ["j k", "next, previous in the list"],
  ["o or Enter", "open it"],
  ["g", "graph of it"],
  ["c", "into the code; arrows go from word to word, Enter tells what one means, l links to the line"],
  ["?", "this help"],
  ["Esc", "close, leave the box"],
] as const;

export function useKeyboard(repo: string | null): [boolean, (isHelping: boolean) => void] {
  const [isHelping, setHelping] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      const target = event.target as HTMLElement;
      if (event.key === "Escape") {
        setHelping(false);
        target.blur();
        return;
      }
      if (/^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
      const act = ACTIONS[event.key];
      if (event.key === "?") setHelping(true);
      else if (act) act(repo);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [repo]);
  return [isHelping, setHelping];
}

const ACTIONS: Record<string, (repo: string | null) => void> = {
  "/": (repo) => {
    const box = document.querySelector<HTMLInputElement>("[data-search]");
    if (box) box.focus();
    else go(repo === null ? "/ask" : `/ask?repo=${encodeURIComponent(repo)}`);
  },
  j: () => step(1),
  k: () => step(-1),
  o: () => current()?.click(),
  c: () => document.querySelector<HTMLElement>("section.code")?.focus({ preventScroll: true }),
  g: () => {
    const graph =
      current()?.dataset.graph ?? document.querySelector<HTMLElement>("[data-graph]")?.dataset.graph;
    if (graph) go(graph);
  },
};

/** What a list offers: links and buttons marked as its items. */
function items(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-item]")];
}

function current(): HTMLElement | null {
  return document.activeElement instanceof HTMLElement && "item" in document.activeElement.dataset
    ? document.activeElement
    : null;
}

function step(by: number): void {
  const all = items();
  const at = all.indexOf(current()!);
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

export function Help({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl className="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </dialog>
  );
}
