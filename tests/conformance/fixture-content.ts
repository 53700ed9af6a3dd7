/** What the conformance suite expects to be served, as its scenarios describe it. */
import type { ContentBlock, Prompt, Resource, Tool } from "@modelcontextprotocol/server";

/** One red pixel. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** A header with no samples. */
export const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

export const image: ContentBlock = { type: "image", data: PNG, mimeType: "image/png" };

export function text(value: string): ContentBlock {
  return { type: "text", text: value };
}

export function embedded(uri: string, mimeType: string, value: string): ContentBlock {
  return { type: "resource", resource: { uri, mimeType, text: value } };
}

type InputSchema = Tool["inputSchema"];

const NO_ARGUMENTS: InputSchema = { type: "object", properties: {} };

function oneString(name: string, description: string): InputSchema {
  return { type: "object", properties: { [name]: { type: "string", description } }, required: [name] };
}

const SCHEMA_2020_12 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
} as unknown as InputSchema;

const INPUTS: Readonly<Record<string, InputSchema>> = {
  test_sampling: oneString("prompt", "What to ask the model"),
  test_elicitation: oneString("message", "What to ask the user"),
  json_schema_2020_12_tool: SCHEMA_2020_12,
  test_custom_header: {
    type: "object",
    properties: { region: { type: "string", "x-mcp-header": "Region" } },
    required: ["region"],
  } as InputSchema,
};

export function describeTools(names: readonly string[]): Tool[] {
  return names.map((name) => ({
    name,
    description: `Fixture of the conformance suite: ${name}`,
    inputSchema: INPUTS[name] ?? NO_ARGUMENTS,
  }));
}

export const RESOURCES: readonly Resource[] = [
  {
    uri: "test://static-text",
    name: "Static text",
    description: "A text that never changes",
    mimeType: "text/plain",
  },
  {
    uri: "test://static-binary",
    name: "Static image",
    description: "An image that never changes",
    mimeType: "image/png",
  },
  {
    uri: "test://watched-resource",
    name: "Watched",
    description: "A text that can be subscribed to",
    mimeType: "text/plain",
  },
];

export const TEMPLATE = {
  uriTemplate: "test://template/{id}/data",
  name: "Data by id",
  description: "JSON made from the id in the address",
  mimeType: "application/json",
};

export const PROMPTS: readonly Prompt[] = [
  { name: "test_simple_prompt", description: "A prompt without arguments" },
  {
    name: "test_prompt_with_arguments",
    description: "A prompt with two arguments",
    arguments: [
      { name: "arg1", description: "First", required: true },
      { name: "arg2", description: "Second", required: true },
    ],
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "A prompt that carries a resource",
    arguments: [{ name: "resourceUri", description: "Which one", required: true }],
  },
  { name: "test_prompt_with_image", description: "A prompt that carries an image" },
  { name: "test_input_required_result_prompt", description: "A prompt that first asks the user" },
];
