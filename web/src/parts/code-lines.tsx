/** Source lines with colours and numbers. A word that is clicked is told to whoever asks what it means. */
import { memo, type ReactNode } from "react";
import type { SourcePage } from "../../../src/pages/contract.ts";
import { Link } from "../router.tsx";
import { show } from "../show.ts";
import { moveWordCursor } from "./word-cursor.ts";

interface Props {
  page: SourcePage;
  /** Lines to be seen at once. */
  marked?: { from: number; to: number } | null;
  /** What stands before a line's number. */
  marginOf?: (line: number) => ReactNode;
  onWord?: (word: string, line: number) => void;
  /** Where the number of a line leads; with Shift to all lines up to it. */
  addressOf?: (line: number) => string;
  onExtend?: (line: number) => void;
  label: string;
}

export function CodeLines({ page, marked, marginOf, onWord, addressOf, onExtend, label }: Props) {
  return (
    <section
      className="code"
      aria-label={label}
      tabIndex={0}
      {...(onWord && { onKeyDown: moveWordCursor, "aria-keyshortcuts": "ArrowRight ArrowDown Enter" })}
    >
      {page.text.map((text, at) => {
        const line = page.startLine + at;
        const isMarked = marked ? line >= marked.from && line <= marked.to : false;
        const cut = page.cut.find((one) => one.line === line);
        return (
          <div key={line} id={`L${line}`} className={isMarked ? "line marked" : "line"}>
            {marginOf && <span className="margin">{marginOf(line)}</span>}
            {addressOf ? (
              <Link
                href={addressOf(line)}
                className="number"
                tabIndex={-1}
                {...(onExtend && { onShiftClick: () => onExtend(line) })}
              >
                {line}
              </Link>
            ) : (
              <span className="number">{line}</span>
            )}
            <code>
              <LineText
                text={text}
                spans={page.spans[at] ?? []}
                classes={page.classes}
                {...(onWord && { onWord: (word: string) => onWord(word, line) })}
              />
              {cut && <em className="cut"> … {cut.characters} characters cut</em>}
            </code>
          </div>
        );
      })}
    </section>
  );
}

interface TextProps {
  text: string;
  spans: readonly number[];
  classes: readonly string[];
  onWord?: (word: string) => void;
}

const LineText = memo(
  ({ text, spans, classes, onWord }: TextProps) => {
    const parts: ReactNode[] = [];
    let at = 0;
    const plain = (end: number) => {
      if (end > at) parts.push(<Words key={at} text={text.slice(at, end)} {...(onWord && { onWord })} />);
      at = end;
    };
    for (let index = 0; index < spans.length; index += 3) {
      const [start, end, kind] = [spans[index]!, spans[index + 1]!, classes[spans[index + 2]!]!];
      plain(start);
      const piece = text.slice(start, end);
      const isName = kind === "function" || kind === "type" || kind === "property";
      parts.push(
        <span key={start} className={`t-${kind}`}>
          {isName && onWord ? <Words text={piece} onWord={onWord} /> : show(piece)}
        </span>,
      );
      at = end;
    }
    plain(text.length);
    return <>{parts}</>;
  },
  (before, after) => before.text === after.text && before.spans === after.spans,
);

const WORD = /([\p{L}_$][\p{L}\p{N}_$]*)/u;

function Words({ text, onWord }: { text: string; onWord?: (word: string) => void }) {
  if (!onWord) return <>{show(text)}</>;
  return (
    <>
      {text.split(WORD).map((part, at) =>
        at % 2 === 1 ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the cursor of the text around it is the way for keys
          // biome-ignore lint/a11y/noStaticElementInteractions: a button for every word would bury the text for screen readers
          <span key={`${at}${part}`} className="word" onClick={() => onWord(part)}>
            {show(part)}
          </span>
        ) : (
          show(part)
        ),
      )}
    </>
  );
}
