/** Tools of the conformance suite: what each does when it is called. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ContentBlock,
  type ElicitRequestFormParams,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ChangingList } from "../../src/mcp/features.ts";
import { embedded, image, text, WAV } from "./fixture-content.ts";

const STEP_MS = 50;

export interface FixtureCall {
  args: Record<string, unknown>;
  context: ServerContext;
  announce: (list: ChangingList) => void;
  sign: (state: string) => Promise<string>;
}

type Result = CallToolResult | InputRequiredResult;
type FixtureTool = (call: FixtureCall) => Promise<Result> | Result;

function content(...blocks: ContentBlock[]): CallToolResult {
  return { content: blocks };
}

async function logSteps({ context }: FixtureCall): Promise<CallToolResult> {
  await context.mcpReq.log("info", "Tool execution started");
  await sleep(STEP_MS);
  await context.mcpReq.log("info", "Tool processing data");
  await sleep(STEP_MS);
  await context.mcpReq.log("info", "Tool execution completed");
  return content(text("Logged three messages"));
}

async function progressSteps({ context }: FixtureCall): Promise<CallToolResult> {
  const progressToken = context.mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined)
      await context.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, total: 100 },
      });
    await sleep(STEP_MS);
  }
  return content(text("Reported progress"));
}

async function elicit(call: FixtureCall, params: ElicitRequestFormParams): Promise<string> {
  const { action, content: given } = await call.context.mcpReq.elicitInput(params);
  return `action=${action}, content=${JSON.stringify(given ?? {})}`;
}

type FormSchema = ElicitRequestFormParams["requestedSchema"];

function form(
  message: string,
  properties: FormSchema["properties"],
  required: string[] = [],
): ElicitRequestFormParams {
  return { mode: "form", message, requestedSchema: { type: "object", properties, required } };
}

const CONTACT_FORM: FormSchema["properties"] = {
  username: { type: "string", description: "User's response" },
  email: { type: "string", description: "User's email address" },
};

const DEFAULTS_FORM: FormSchema["properties"] = {
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
};

const options = ["option1", "option2", "option3"];
const titled = [
  { const: "value1", title: "First Option" },
  { const: "value2", title: "Second Option" },
  { const: "value3", title: "Third Option" },
];
const ENUMS_FORM = {
  untitledSingle: { type: "string", enum: options },
  titledSingle: { type: "string", oneOf: titled },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: options } },
  titledMulti: { type: "array", items: { anyOf: titled } },
} as FormSchema["properties"];

const askName = (message = "What is your name?"): InputRequest =>
  inputRequired.elicit(form(message, { name: { type: "string" } }, ["name"]));

const askModel = (question: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: question } }],
    maxTokens,
  });

/** Asks until every key was answered in the right kind; keys that were not asked for are ignored. */
function answers(call: FixtureCall, kinds: Readonly<Record<string, "elicit" | "sampling" | "roots">>) {
  const given = Object.entries(kinds).map(([key, kind]) => {
    const view = inputResponse(call.context.mcpReq.inputResponses, key);
    return view.kind === kind ? view : null;
  });
  return given.every((view) => view !== null) ? given : null;
}

function nameFrom(call: FixtureCall, key: string): string | null {
  const view = inputResponse(call.context.mcpReq.inputResponses, key);
  const name = view.kind === "elicit" && view.action === "accept" ? view.content?.name : undefined;
  return typeof name === "string" ? name : null;
}

export const FIXTURE_TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: () => content(text("This is a simple text response for testing.")),
  test_image_content: () => content(image),
  test_audio_content: () => content({ type: "audio", data: WAV, mimeType: "audio/wav" }),
  test_embedded_resource: () =>
    content(embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
  test_multiple_content_types: () =>
    content(
      text("Multiple content types test:"),
      image,
      embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ),
  test_tool_with_logging: logSteps,
  test_logging_tool: logSteps,
  test_error_handling: () => ({
    content: [text("This tool intentionally returns an error for testing")],
    isError: true,
  }),
  test_tool_with_progress: progressSteps,
  test_sampling: async ({ args, context }) => {
    const answer = await context.mcpReq.requestSampling({
      messages: [{ role: "user", content: { type: "text", text: String(args.prompt) } }],
      maxTokens: 100,
    });
    const block = Array.isArray(answer.content) ? answer.content[0] : answer.content;
    return content(text(`LLM response: ${block?.type === "text" ? block.text : ""}`));
  },
  test_elicitation: async (call) =>
    content(
      text(
        `User response: ${await elicit(call, form(String(call.args.message), CONTACT_FORM, ["username", "email"]))}`,
      ),
    ),
  test_elicitation_sep1034_defaults: async (call) =>
    content(
      text(`Elicitation completed: ${await elicit(call, form("Please check the defaults", DEFAULTS_FORM))}`),
    ),
  test_elicitation_sep1330_enums: async (call) =>
    content(text(`Elicitation completed: ${await elicit(call, form("Please choose", ENUMS_FORM))}`)),
  json_schema_2020_12_tool: ({ args }) => content(text(JSON.stringify(args))),
  test_custom_header: ({ args }) => content(text(`region ${String(args.region)}`)),
  test_reconnection: async ({ context }) => {
    await sleep(STEP_MS);
    context.http?.closeSSE?.();
    await sleep(2 * STEP_MS);
    return content(text("Reconnection test completed"));
  },
  test_missing_capability: ({ context }) => {
    throw new MissingRequiredClientCapabilityError(
      { requiredCapabilities: { sampling: {} } },
      String(context.mcpReq.method),
    );
  },
  test_streaming_elicitation: async (call) => {
    await progressSteps(call);
    return inputRequired({ inputRequests: { user_name: askName() } });
  },
  test_trigger_tool_change: ({ announce }) => {
    announce("tools");
    return content(text("The list of tools changed"));
  },
  test_trigger_prompt_change: ({ announce }) => {
    announce("prompts");
    return content(text("The list of prompts changed"));
  },
  test_input_required_result_elicitation: (call) => {
    const name = nameFrom(call, "user_name");
    return name === null
      ? inputRequired({ inputRequests: { user_name: askName() } })
      : content(text(`Hello, ${name}!`));
  },
  test_input_required_result_sampling: (call) =>
    answers(call, { capital_question: "sampling" })
      ? content(
          text(`The model said: ${JSON.stringify(call.context.mcpReq.inputResponses?.capital_question)}`),
        )
      : inputRequired({
          inputRequests: { capital_question: askModel("What is the capital of France?", 100) },
        }),
  test_input_required_result_list_roots: (call) =>
    answers(call, { client_roots: "roots" })
      ? content(text(`Roots: ${JSON.stringify(call.context.mcpReq.inputResponses?.client_roots)}`))
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } }),
  test_input_required_result_request_state: async (call) =>
    answers(call, { confirm: "elicit" }) && call.context.mcpReq.requestState() === "confirming"
      ? content(text("state-ok"))
      : inputRequired({
          inputRequests: {
            confirm: inputRequired.elicit(form("Please confirm", { ok: { type: "boolean" } }, ["ok"])),
          },
          requestState: await call.sign("confirming"),
        }),
  test_input_required_result_multiple_inputs: async (call) =>
    answers(call, { user_name: "elicit", greeting: "sampling", client_roots: "roots" })
      ? content(text("All three were answered"))
      : inputRequired({
          inputRequests: {
            user_name: askName(),
            greeting: askModel("Generate a greeting", 50),
            client_roots: inputRequired.listRoots(),
          },
          requestState: await call.sign("three-inputs"),
        }),
  test_input_required_result_multi_round: async (call) => {
    const state = call.context.mcpReq.requestState<string>();
    if (state === "round-2" && answers(call, { step2: "elicit" }))
      return content(text("Both steps are done"));
    if (state === "round-1" && answers(call, { step1: "elicit" }))
      return inputRequired({
        inputRequests: {
          step2: inputRequired.elicit(
            form("Step 2: What is your favorite color?", { color: { type: "string" } }, ["color"]),
          ),
        },
        requestState: await call.sign("round-2"),
      });
    return inputRequired({
      inputRequests: { step1: askName("Step 1: What is your name?") },
      requestState: await call.sign("round-1"),
    });
  },
  test_input_required_result_tampered_state: async (call) =>
    answers(call, { confirm: "elicit" })
      ? content(text("The state was whole"))
      : inputRequired({
          inputRequests: {
            confirm: inputRequired.elicit(form("Please confirm", { ok: { type: "boolean" } }, ["ok"])),
          },
          requestState: await call.sign("untampered"),
        }),
  test_input_required_result_capabilities: ({ context }) => {
    const envelope = context.mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
    const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
    return inputRequired({
      inputRequests: {
        ...(declared?.elicitation !== undefined && { user_name: askName() }),
        ...(declared?.sampling !== undefined && { greeting: askModel("Generate a greeting", 50) }),
      },
    });
  },
};
