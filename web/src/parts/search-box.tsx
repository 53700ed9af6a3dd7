/** A box that offers names and files while somebody types, and asks on enter. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { NamesAnswer } from "../../../src/pages/contract.ts";
import { get } from "../api/client.ts";
import { codeAddress, go } from "../router.tsx";
import { show } from "../show.ts";

interface Option {
  key: string;
  name: string;
  detail: string;
  href: string;
}

interface Props {
  repo: string;
  query: string;
  onAsk: (query: string) => void;
}

export function SearchBox({ repo, query, onAsk }: Props) {
  const [text, setText] = useState(query);
  const [options, setOptions] = useState<Option[]>([]);
  const [chosen, setChosen] = useState(-1);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => setText(query), [query]);
  useEffect(() => {
    if (query === "") box.current?.focus();
  }, [query]);
  useEffect(() => {
    setChosen(-1);
    if (text.trim().length < 2 || text === query) return setOptions([]);
    const stop = new AbortController();
    get<NamesAnswer>("/api/v1/names", { repo, q: text }, stop.signal).then(
      (names) => setOptions(optionsOf(repo, names)),
      () => {},
    );
    return () => stop.abort();
  }, [text, query, repo]);
  const ask = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setChosen((at) => Math.min(options.length - 1, at + 1));
    else if (event.key === "ArrowUp") setChosen((at) => Math.max(-1, at - 1));
    else if (event.key === "Enter") {
      const option = options[chosen];
      if (option) go(option.href);
      else if (text.trim() !== "") onAsk(text.trim());
      setOptions([]);
    } else if (event.key === "Escape") setOptions([]);
    else return;
    event.preventDefault();
  };
  return (
    <div className="search-box">
      <input
        ref={box}
        data-search
        type="search"
        role="combobox"
        aria-label="Ask about the code"
        aria-expanded={options.length > 0}
        aria-controls="names"
        aria-autocomplete="list"
        aria-activedescendant={chosen >= 0 ? `name-${chosen}` : undefined}
        placeholder="Ask about the code, or type a name"
        autoComplete="off"
        spellCheck={false}
        maxLength={4_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={ask}
        onBlur={() => setTimeout(() => setOptions([]), 150)}
      />
      <ul id="names" role="listbox" aria-label="Names and files" hidden={options.length === 0}>
        {options.map(({ key, name, detail, href }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box itself has the keys
          <li
            key={key}
            id={`name-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => go(href)}
          >
            <span className="path">{show(name)}</span> <span className="muted">{show(detail)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function optionsOf(repo: string, { symbols, files }: NamesAnswer): Option[] {
  return [
    ...symbols.map(({ name, kind, path, line }) => ({
      key: `${path}#${name}:${line}`,
      name,
      detail: `${kind} · ${path}:${line}`,
      href: codeAddress(repo, path, name),
    })),
    ...files.map((path) => ({ key: path, name: path, detail: "file", href: codeAddress(repo, path) })),
  ];
}
