/** A cursor over the words of code for those who use keys: arrows go from word to word, Enter asks what one means, `l` links to its line. */
const CURSOR = "cursor";

export function moveWordCursor(event: {
  key: string;
  currentTarget: HTMLElement;
  preventDefault: () => void;
}) {
  const { key, currentTarget: code } = event;
  const old = code.querySelector<HTMLElement>(`.word.${CURSOR}`);
  if (key === "Enter") {
    old?.click();
    return;
  }
  if (key === "l") {
    old?.closest(".line")?.querySelector<HTMLElement>("a.number")?.click();
    return;
  }
  const next = nextWord(code, old, key);
  if (!next) return;
  event.preventDefault();
  old?.classList.remove(CURSOR);
  next.classList.add(CURSOR);
  next.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function nextWord(code: HTMLElement, old: HTMLElement | null, key: string): HTMLElement | null {
  const isArrow = /^Arrow(?:Left|Right|Up|Down)$/.test(key);
  if (!isArrow) return null;
  const start = old ?? code.querySelector<HTMLElement>(".line.marked .word") ?? null;
  if (!start || !old) return start ?? code.querySelector<HTMLElement>(".word");
  const line = start.closest(".line")!;
  const inLine = [...line.querySelectorAll<HTMLElement>(".word")];
  const at = inLine.indexOf(start);
  if (key === "ArrowRight" && at + 1 < inLine.length) return inLine[at + 1]!;
  if (key === "ArrowLeft" && at > 0) return inLine[at - 1]!;
  const isDown = key === "ArrowDown" || key === "ArrowRight";
  const step = (one: Element) => (isDown ? one.nextElementSibling : one.previousElementSibling);
  for (let other = step(line); other; other = step(other)) {
    const words = [...other.querySelectorAll<HTMLElement>(".word")];
    if (words.length === 0) continue;
    if (key === "ArrowLeft") return words.at(-1)!;
    return words[key === "ArrowRight" ? 0 : Math.min(at, words.length - 1)]!;
  }
  return null;
}
