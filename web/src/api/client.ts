/** Calls of the server's API, with the cookie that the browser keeps and the key that this origin keeps. */
const KEY = "clew-key";

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string;

  constructor(status: number, code: string, message: string, hint: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

export function headers(): Record<string, string> {
  const key = localStorage.getItem(KEY);
  return key === null ? {} : { "x-clew-key": key };
}

export async function signIn(code: string): Promise<void> {
  const { key } = await post<{ key: string }>("/api/v1/sign-in", { code });
  localStorage.setItem(KEY, key);
}

export function get<T>(
  path: string,
  query: Record<string, string | number>,
  signal?: AbortSignal,
): Promise<T> {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value).toWellFormed()]),
  );
  return call<T>(`${path}?${parameters}`, { headers: headers(), signal: signal ?? null });
}

export function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return call<T>(path, {
    method: "POST",
    headers: { ...headers(), "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}

export interface ToolAnswer<Data> {
  outcome: "found" | "none" | "partial";
  text: string;
  data: Data & { isFresh?: boolean; reason?: string; generation?: number };
}

export function callTool<Data>(name: string, args: Record<string, unknown>, signal?: AbortSignal) {
  return post<ToolAnswer<Data>>(`/api/v1/tools/${name}`, args, signal);
}

async function call<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, init).catch((error: Error) => {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, "SERVER_LOST", "the server does not answer", "clew ui starts it again");
  });
  const body = await response.json().catch((error: Error) => {
    // A question that was given up while its answer came has no answer, not an empty one.
    if (error.name === "AbortError") throw error;
    return null;
  });
  if (response.ok) return body as T;
  const { code = "UNKNOWN", message = response.statusText, hint = "" } = body?.error ?? {};
  throw new ApiError(response.status, code, message, hint);
}
