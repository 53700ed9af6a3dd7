/** The conformance suite's fixtures as features for our server shell. */
import { randomBytes } from "node:crypto";
import {
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import type { ChangingList, ServerFeatures } from "../../src/mcp/features.ts";
import {
  describeTools,
  embedded,
  image,
  PNG,
  PROMPTS,
  RESOURCES,
  TEMPLATE,
  text,
} from "./fixture-content.ts";
import { FIXTURE_TOOLS } from "./fixture-tools.ts";

const TEMPLATE_URI = /^test:\/\/template\/([^/]+)\/data$/;

export function fixtureFeatures(): ServerFeatures {
  const codec = createRequestStateCodec<string>({ key: randomBytes(32) });
  const listeners: ((list: ChangingList) => void)[] = [];
  const announce = (list: ChangingList) => {
    for (const listener of listeners) listener(list);
  };
  return {
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    },
    options: { requestState: { verify: codec.verify } },
    toolSchema: (name) => describeTools([name])[0]?.inputSchema,
    onListChanged: (listener) => void listeners.push(listener),
    handlers: {
      "tools/list": () => ({ tools: describeTools(Object.keys(FIXTURE_TOOLS)) }),
      "tools/call": ({ name, arguments: args = {} }, { context }) => {
        const tool = FIXTURE_TOOLS[name];
        if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown tool: ${name}`);
        return tool({ args, context, announce, sign: (state) => codec.mint(state) });
      },
      "resources/list": () => ({ resources: [...RESOURCES] }),
      "resources/templates/list": () => ({ resourceTemplates: [TEMPLATE] }),
      "resources/read": ({ uri }) => ({ contents: [readResource(uri)] }),
      "resources/subscribe": () => ({}),
      "resources/unsubscribe": () => ({}),
      "prompts/list": () => ({ prompts: [...PROMPTS] }),
      "prompts/get": ({ name, arguments: args = {} }, { context }) => {
        if (name !== "test_input_required_result_prompt") return getPrompt(name, args);
        const view = inputResponse(context.mcpReq.inputResponses, "user_context");
        if (view.kind === "elicit")
          return userMessages(text(`Context: ${JSON.stringify(view.content ?? {})}`));
        return inputRequired({
          inputRequests: {
            user_context: inputRequired.elicit({
              mode: "form",
              message: "What context should the prompt use?",
              requestedSchema: {
                type: "object",
                properties: { context: { type: "string" } },
                required: ["context"],
              },
            }),
          },
        });
      },
      "completion/complete": ({ argument }) => ({
        completion: {
          values: ["paris", "park", "party"].filter((word) => word.startsWith(argument.value)),
          total: 3,
          hasMore: false,
        },
      }),
      "logging/setLevel": () => ({}),
    },
  };
}

function readResource(uri: string) {
  if (uri === "test://static-text")
    return { uri, mimeType: "text/plain", text: "This is the content of the static text resource." };
  if (uri === "test://static-binary") return { uri, mimeType: "image/png", blob: PNG };
  if (uri === "test://watched-resource") return { uri, mimeType: "text/plain", text: "Watched" };
  const id = TEMPLATE_URI.exec(uri)?.[1];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: "application/json", text: JSON.stringify(data) };
}

type Block = Parameters<typeof userMessages>[number];

function userMessages(...blocks: ReturnType<typeof text>[]) {
  return { messages: blocks.map((content) => ({ role: "user" as const, content })) };
}

function getPrompt(name: string, args: Record<string, string>) {
  const prompts: Record<string, () => Block[]> = {
    test_simple_prompt: () => [text("This is a simple prompt for testing.")],
    test_prompt_with_arguments: () => [
      text(`Prompt with arguments: arg1='${args.arg1}', arg2='${args.arg2}'`),
    ],
    test_prompt_with_embedded_resource: () => [
      embedded(args.resourceUri ?? "", "text/plain", "Embedded resource content for testing."),
      text("Please process the embedded resource above."),
    ],
    test_prompt_with_image: () => [image, text("Please analyze the image above.")],
  };
  const make = prompts[name];
  if (!make) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown prompt: ${name}`);
  return userMessages(...make());
}
