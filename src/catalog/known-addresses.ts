/** What names of addresses stand for, and where gateways hand paths on to: configuration, read as data. */
import type { Contract } from "../frameworks/contract.ts";
import type { GatewayRule, NamedAddress } from "../specifications/contract.ts";
import { pathOfAddress } from "./specified-contracts.ts";

export interface KnownAddress {
  host: string | null;
  /** Stands before the path of the need. */
  prefix: string;
}

type InRepository<T> = T & { repository: string };

export class KnownAddresses {
  readonly #named = new Map<string, InRepository<NamedAddress>[]>();
  readonly #gateways: readonly InRepository<GatewayRule>[];

  constructor(named: readonly InRepository<NamedAddress>[], gateways: readonly InRepository<GatewayRule>[]) {
    for (const one of named) this.#named.set(one.name, [...(this.#named.get(one.name) ?? []), one]);
    this.#gateways = [...gateways].sort((a, b) => b.prefix.length - a.prefix.length);
  }

  /** `process.env.AUTH_URL`, `os.environ["AUTH_URL"]`, `config.authUrl`; null when no file names it, or two differ. */
  of(base: string, repository: string): KnownAddress | null {
    for (const name of base.match(/\w+/g)?.reverse() ?? []) {
      const found = (this.#named.get(name) ?? []).filter((one) => one.repository === repository);
      const paths = new Set(found.map(({ address }) => pathOfAddress(address)));
      if (found.length === 0) continue;
      return paths.size === 1 ? { host: hostOf(found[0]!.address), prefix: [...paths][0]! } : null;
    }
    return null;
  }

  /** Where a path without a host is handed on to; the longest prefix counts. */
  through(path: string, repository: string): { host: string; path: string } | null {
    const rule = this.#gateways.find(
      (one) => one.repository === repository && one.prefix !== "/" && isPrefix(one.prefix, path),
    );
    if (!rule) return null;
    const host = hostOf(rule.address);
    if (host === null) return null;
    if (!rule.stripsPrefix) return { host, path };
    const rest = path.slice(rule.prefix.replace(/\/+$/, "").length);
    return { host, path: `${pathOfAddress(rule.address)}${rest}` };
  }
}

function hostOf(address: string): string | null {
  const [, host] = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/]*)/i.exec(address) ?? [];
  return host ?? (/^[\w.-]+:\d+$/.test(address) ? address : null);
}

function isPrefix(prefix: string, path: string): boolean {
  const bare = prefix.replace(/\/+$/, "");
  return path === bare || path.startsWith(`${bare}/`);
}

/** Of a key: `GET /users/{}` is `/users/{}`. */
export function pathOfKey({ key }: Pick<Contract, "key">): string {
  return key.slice(key.indexOf(" ") + 1);
}
