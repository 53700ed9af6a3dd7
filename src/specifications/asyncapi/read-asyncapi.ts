/** AsyncAPI 2 and 3: channels with who sends and who listens, seen from the application that the document describes. */
import type { Fields, Operation, Specification } from "../contract.ts";
import type { References } from "../references.ts";
import { fieldsOf } from "../schema-fields.ts";
import { childOf, entriesOf, itemsOf, type TreeNode, textAt } from "../yaml-tree.ts";

export function isAsyncApi(root: TreeNode): boolean {
  return /^[23]\./.test(textAt(root, "asyncapi") ?? "");
}

export function readAsyncApi(root: TreeNode, references: References): Specification {
  const info = childOf(root, "info");
  const title = info ? textAt(info, "title") : null;
  const operations = /^3/.test(textAt(root, "asyncapi")!)
    ? readThird(root, references)
    : readSecond(root, references);
  return { format: "asyncapi", path: root.tree.path, operations, ...(title === null ? {} : { title }) };
}

/** In version 2 `publish` is what others may publish: the application listens. */
function readSecond(root: TreeNode, references: References): Operation[] {
  const channels = childOf(root, "channels");
  return (channels ? entriesOf(channels) : []).flatMap(({ key: channel, value }) => {
    const item = references.follow(value);
    return (item ? entriesOf(item) : [])
      .filter(({ key }) => key === "publish" || key === "subscribe")
      .map(({ key, startLine, value: operation }) =>
        eventOf(operation, references, {
          name: channel,
          side: key === "publish" ? "offers" : "needs",
          startLine,
          id: textAt(operation, "operationId"),
          message: childOf(operation, "message"),
        }),
      );
  });
}

function readThird(root: TreeNode, references: References): Operation[] {
  const operations = childOf(root, "operations");
  return (operations ? entriesOf(operations) : []).flatMap(({ key: id, startLine, value }) => {
    const operation = references.follow(value);
    const action = operation && textAt(operation, "action");
    const written = operation && childOf(operation, "channel");
    if (!operation || !written || (action !== "send" && action !== "receive")) return [];
    const channel = references.follow(written);
    const own = (textAt(written, "$ref") ?? "").replace(/^.*\//, "");
    const messages = channel && childOf(channel, "messages");
    const name = (channel && textAt(channel, "address")) ?? own;
    const message = messages ? (entriesOf(messages)[0]?.value ?? null) : null;
    const side = action === "receive" ? "offers" : "needs";
    return name === "" ? [] : [eventOf(operation, references, { name, side, startLine, id, message })];
  });
}

interface Event {
  name: string;
  side: Operation["side"];
  startLine: number;
  id: string | null;
  message: TreeNode | null;
}

function eventOf(operation: TreeNode, references: References, event: Event): Operation {
  const { name, side, startLine, id, message } = event;
  const summary = textAt(operation, "summary");
  const request = message ? payloadOf(message, references) : {};
  return {
    kind: "event",
    side,
    method: "",
    name,
    bases: [],
    ...(id === null ? {} : { id }),
    ...(summary === null ? {} : { summary }),
    ...(Object.keys(request).length > 0 && { request }),
    path: operation.tree.path,
    startLine,
    endLine: Math.max(startLine, operation.tree.endLine(operation.node)),
  };
}

/** Of a choice of messages the first. */
function payloadOf(at: TreeNode, references: References): Fields {
  const choice = references.follow(at);
  const choices = choice && childOf(choice, "oneOf");
  const first = choices ? itemsOf(choices)[0] : undefined;
  const message = first ? references.follow(first) : choice;
  const payload = message && childOf(message, "payload");
  return payload ? fieldsOf(payload, references) : {};
}
