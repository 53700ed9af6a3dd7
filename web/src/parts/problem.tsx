import type { ApiError } from "../api/client.ts";
import { show } from "../show.ts";

export function Problem({ error }: { error: ApiError | null }) {
  if (!error || error.status === 0) return null;
  return (
    <p className="problem" role="alert">
      {show(error.message)} <code>{error.code}</code>
      {error.hint && <span className="muted"> {show(error.hint)}</span>}
    </p>
  );
}
