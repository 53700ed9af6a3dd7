/** A resource of several repositories: what each of them says, under its name. */
import { sanitizeText } from "../core/sanitize.ts";
import {
  describeFailure,
  type OpenMember,
  type RunOptions,
  type ToolRunner,
} from "../serving/tool-runner.ts";
import type { ToolDefinition } from "../tools/contract.ts";

/** The line with the name comes on top of a member's share. */
const NAME_TOKENS = 50;
const MIN_TOKENS = 100;

/** One that cannot answer says why in its place. */
export async function readMembers(
  runner: ToolRunner,
  tool: ToolDefinition,
  members: readonly OpenMember[],
  maxTokens: number,
  options: RunOptions,
): Promise<string> {
  const share = Math.max(MIN_TOKENS, Math.floor(maxTokens / members.length) - NAME_TOKENS);
  const read = async ({ name, root }: OpenMember): Promise<string> => {
    const said = runner.run(tool, { repo: root, max_tokens: share }, options);
    const text = await said.then(
      (answer) => answer.text,
      (error) => {
        options.signal.throwIfAborted();
        return sanitizeText(describeFailure(error));
      },
    );
    return `repository ${sanitizeText(name).replaceAll("\n", " ")}:\n${text}`;
  };
  const head = `${members.length} repositories; calls name one by repo`;
  return [head, ...(await Promise.all(members.map(read)))].join("\n\n");
}
