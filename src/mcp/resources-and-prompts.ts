import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { ToolRunner } from "../serving/tool-runner.ts";
import { PROMPTS } from "../tools/prompts.ts";
import type { FeatureHandlers } from "./features.ts";
import { readMembers } from "./read-members.ts";

const MIME_TYPE = "text/plain";
/** A resource is read once and kept, so it may be longer than an answer. */
const RESOURCE_TOKENS = 8_000;

export function resourceHandlers(runner: ToolRunner): FeatureHandlers {
  return {
    "resources/list": async () => ({
      resources: (await loadResources()).map(({ uri, name, title, description }) => ({
        uri,
        name,
        title,
        description,
        mimeType: MIME_TYPE,
      })),
    }),
    "resources/templates/list": () => ({ resourceTemplates: [] }),
    "resources/read": async ({ uri }, { context, defaultFolder, offeredFolders }) => {
      const resource = (await loadResources()).find((one) => one.uri === uri);
      if (!resource)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown resource: ${uri.slice(0, 200)}`);
      const options = { defaultFolder, offeredFolders, signal: context.mcpReq.signal };
      const members = await runner.openMembers(await offeredFolders());
      const text =
        members.length > 1
          ? await readMembers(runner, resource.tool, members, RESOURCE_TOKENS, options)
          : (await runner.run(resource.tool, { max_tokens: RESOURCE_TOKENS }, options)).text;
      return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
    },
  };
}

async function loadResources() {
  return (await import("../tools/resources.ts")).RESOURCES;
}

export const promptHandlers: FeatureHandlers = {
  "prompts/list": () => ({
    prompts: PROMPTS.map(({ name, title, description, argument }) => ({
      name,
      title,
      description,
      arguments: [{ ...argument, required: false }],
    })),
  }),
  "prompts/get": ({ name, arguments: args = {} }) => {
    const prompt = PROMPTS.find((one) => one.name === name);
    if (!prompt)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown prompt: ${name.slice(0, 100)}`);
    const text = prompt.text(args[prompt.argument.name]);
    return {
      description: prompt.description,
      messages: [{ role: "user", content: { type: "text", text } }],
    };
  },
};
