/** Entry of the highlighting process: it is given texts, reads no file, and may be killed at any moment. */
import type { Cancel, Reply } from "../../supervision/protocol.ts";
import { serveParent, tellParent } from "../../supervision/serve-parent.ts";
import { highlightText } from "./highlight-text.ts";
import { HIGHLIGHT_PROTOCOL, type HighlightPart, type HighlightRequest } from "./protocol.ts";

const BROKEN_RUNTIME_EXIT = 70;

function send(message: Reply<HighlightPart>): Promise<void> {
  return tellParent(message);
}

async function answer({ id, grammar, text, limitMs }: HighlightRequest): Promise<void> {
  await send({ type: "spans", id, spans: await highlightText(grammar, text, limitMs) });
  await send({ type: "done", id });
}

serveParent<HighlightRequest | Cancel>({
  protocol: HIGHLIGHT_PROTOCOL,
  onMessage: (message) => {
    // A trap in a grammar leaves the runtime unusable: end, and let the parent start another.
    if (message.type === "highlight") answer(message).catch(() => process.exit(BROKEN_RUNTIME_EXIT));
  },
});
