/**
 * What a tree's own files say about services: specifications of APIs, and where services run. Read as data: nothing is
 * fetched, nothing is executed, and a file that cannot be read costs one problem.
 */

export const SPECIFICATION_FORMATS = ["openapi", "asyncapi", "graphql", "protobuf"] as const;
export type SpecificationFormat = (typeof SPECIFICATION_FORMATS)[number];

/** Name of a field and its type as written: `token: string`, `items: Item[]`. */
export type Fields = Readonly<Record<string, string>>;

export interface Operation {
  kind: "route" | "graphql" | "event" | "rpc";
  /** Events: who sends needs those who listen. Of a client's document: what it asks for. */
  side: "offers" | "needs";
  /** Of a route upper case; `query`, `mutation`, `subscription`; empty elsewhere. */
  method: string;
  /** As written: `/users/{id}`, `getUser`, `orders.created`. */
  name: string;
  /** What servers put before a path, each as written; empty: nothing is known. */
  bases: readonly string[];
  /** The name that implementations go by. */
  id?: string;
  summary?: string;
  request?: Fields;
  /** By status or, where there are none, `returns`. */
  responses?: Readonly<Record<string, Fields>>;
  /** File that holds it: another one than the document where a reference led there. */
  path: string;
  startLine: number;
  endLine: number;
  /** For people: the document's operation, its tags. */
  notes?: Readonly<Record<string, string>>;
}

export interface Specification {
  format: SpecificationFormat;
  path: string;
  title?: string;
  operations: readonly Operation[];
}

/** A field of a root type that an object in code maps to a function. */
export interface MappedResolver {
  /** `query`, `mutation`, `subscription`. */
  method: string;
  field: string;
  /** The function by its name, where it is not written in place. */
  handler?: string;
  path: string;
  startLine: number;
  endLine: number;
}

/** Where a service runs, as a deployment file says. */
export interface DeployedService {
  /** The name that others reach it by. */
  name: string;
  /** Folder of its sources; null when the file does not say. */
  folder: string | null;
  path: string;
  line: number;
  /** What told it: `compose`, `kubernetes`. */
  from: string;
}

/** A name that stands for an address: `API_URL=http://api:8080/v1`. */
export interface NamedAddress {
  name: string;
  address: string;
  path: string;
  line: number;
}

/** Requests below a path are handed on: `location /api/ { proxy_pass http://auth/; }`. */
export interface GatewayRule {
  prefix: string;
  address: string;
  /** The prefix is taken away before the request is handed on. */
  stripsPrefix: boolean;
  path: string;
  line: number;
}

export interface FileProblem {
  code: string;
  message: string;
  path: string;
}

export interface ReadFiles {
  specifications: readonly Specification[];
  resolvers: readonly MappedResolver[];
  services: readonly DeployedService[];
  addresses: readonly NamedAddress[];
  gateways: readonly GatewayRule[];
  problems: readonly FileProblem[];
}

export const NOTHING_READ: ReadFiles = {
  specifications: [],
  resolvers: [],
  services: [],
  addresses: [],
  gateways: [],
  problems: [],
};

export interface GivenFile {
  path: string;
  text: string;
}
