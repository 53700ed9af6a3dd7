/** Which services there are, by all the names that others may reach them by, and which of them a file belongs to. */
import { isBelow } from "./below-folder.ts";

export interface KnownService {
  /** The one it is shown by. */
  name: string;
  repository: string;
  /** Folder of its sources; empty: the whole repository. */
  folder: string;
  /** What told of it: `configured`, `repository`, `compose`, `kubernetes`, `package`. */
  from: string;
}

/** Ends of names that people add and leave out as they like: `auth`, `auth-service`. */
const NAME_ENDS = /[-_.]?(?:service|svc|api|server|backend|app)$/i;
/** Hosts that mean this machine: whatever listens there. */
const LOCAL = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal)$/i;
/** Names that only a private network answers. */
const PRIVATE = /(?:^[^.]+|\.(?:local|internal|svc|cluster\.local|test|localhost|lan|docker|consul))$/i;

export type HostMeaning =
  | { kind: "anything" }
  | { kind: "services"; services: readonly KnownService[] }
  /** A name of a private network that nothing here goes by. */
  | { kind: "unknown" }
  /** A public host. */
  | { kind: "elsewhere" };

export class ServiceDirectory {
  readonly services: readonly KnownService[];
  readonly #exact = new Map<string, KnownService[]>();
  readonly #short = new Map<string, KnownService[]>();

  constructor(services: readonly KnownService[]) {
    this.services = services;
    for (const service of services) {
      add(this.#exact, fold(service.name), service);
      add(this.#short, shortOf(service.name), service);
    }
  }

  meaningOf(host: string): HostMeaning {
    const name = host.replace(/^.*@/, "").replace(/:\d*$/, "");
    if (LOCAL.test(name) || name === "") return { kind: "anything" };
    const first = name.split(".")[0]!;
    const found =
      this.#exact.get(fold(name)) ?? this.#exact.get(fold(first)) ?? this.#short.get(shortOf(first));
    const isPrivate = PRIVATE.test(name);
    if (found && (isPrivate || this.#exact.has(fold(name)))) return { kind: "services", services: found };
    return { kind: isPrivate ? "unknown" : "elsewhere" };
  }

  /** The one whose folder is nearest around a file. */
  serviceAt(repository: string, path: string): KnownService | null {
    let best: KnownService | null = null;
    for (const service of this.services) {
      if (service.repository !== repository || !isBelow(path, service.folder)) continue;
      if (!best || service.folder.length > best.folder.length) best = service;
    }
    return best;
  }
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

function shortOf(name: string): string {
  const last = fold(name).replace(/^@[^/]*\//, "");
  return last.replace(NAME_ENDS, "") || last;
}

function add(map: Map<string, KnownService[]>, key: string, service: KnownService): void {
  const known = map.get(key) ?? [];
  const isThere = known.some((one) => one.repository === service.repository && one.folder === service.folder);
  if (!isThere) map.set(key, [...known, service]);
}
