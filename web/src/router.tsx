/** Addresses without a library: the path chooses the page, the query and the fragment are its state. */
import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
function changed(): void {
  for (const listener of listeners) listener();
}
addEventListener("popstate", changed);
addEventListener("hashchange", changed);

export interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

function read(): string {
  return location.pathname + location.search + location.hash;
}

export function usePlace(): Place {
  const address = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
  const url = new URL(address, location.origin);
  return { path: url.pathname, query: url.searchParams, hash: decodeURIComponent(url.hash.slice(1)) };
}

export function go(address: string, { replace = false } = {}): void {
  if (address === read()) return;
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  changed();
  if (!replace && !address.includes("#")) scrollTo(0, 0);
}

/** The same page with some of its query changed; null takes a part out. */
export function withQuery(place: Place, change: Record<string, string | null>): string {
  const query = new URLSearchParams(place.query);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === "") query.delete(name);
    else query.set(name, value.toWellFormed());
  }
  const text = query.toString();
  return place.path + (text === "" ? "" : `?${text}`);
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  /** Instead of a new window. */
  onShiftClick?: () => void;
}

export function Link({ href, onShiftClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.shiftKey && onShiftClick) {
      event.preventDefault();
      onShiftClick();
      return;
    }
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}

/** Slashes stay: an address shows the path as people know it. */
export function codeAddress(repo: string, path: string, hash = ""): string {
  const spelled = path.toWellFormed().split("/").map(encodeURIComponent).join("/");
  return `/code/${encodeURIComponent(repo)}/${spelled}${hash === "" ? "" : `#${encodeURIComponent(hash.toWellFormed())}`}`;
}

export function graphAddress(repo: string, of: string): string {
  return `/graph?${new URLSearchParams({ repo, of: of.toWellFormed() })}`;
}
