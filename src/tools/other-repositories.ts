/** What one repository has nothing of, or nothing good, may be in another one that is indexed: then the answer says so. */
import type { Scope, ScopeMember } from "../engine/engine.ts";
import { TimeLimit } from "../engine/time-limit.ts";
import type { Answer, AnyInput, ToolCall, ToolDefinition } from "./contract.ts";

/** Others that are asked when nothing was found here. */
const MAX_ASKED = 20;
/** And when something was: only such as are open already, so that a doubt costs little. */
const MAX_ASKED_IN_DOUBT = 8;
const PATIENCE_MS = 1_000;
const MAX_NAMED = 3;

/** `scope` of the call: whoever asked several, or a part of one, said where. */
export async function pointingElsewhere(
  tool: ToolDefinition,
  call: ToolCall,
  input: AnyInput,
  answer: Answer,
): Promise<Answer> {
  const isNone = answer.outcome === "none";
  if (!(isNone || answer.isUnsure) || !tool.spansRepositories || call.scope !== undefined) return answer;
  const others = await otherMembers(call);
  if (others.length === 0) return answer;
  const open = new Set(call.engine.openRoots());
  const asked = isNone
    ? others.slice(0, MAX_ASKED)
    : others.filter(({ root }) => open.has(root)).slice(0, MAX_ASKED_IN_DOUBT);
  const names = await askOthers(tool, call, input, asked);
  return names.length > 0 ? { ...answer, notes: [...(answer.notes ?? []), likely(names)] } : answer;
}

async function otherMembers({ engine, root }: ToolCall): Promise<ScopeMember[]> {
  if ((await engine.list()).every(({ path }) => path === root)) return [];
  const all = await engine.resolveScope({ kind: "global", repositories: [root] }, root);
  return all.filter((member) => member.root !== root);
}

/** From their last generations: a hint needs no comparison with the trees. None when they cannot be asked. */
async function askOthers(
  tool: ToolDefinition,
  { engine, signal }: ToolCall,
  input: AnyInput,
  [first, ...rest]: readonly ScopeMember[],
): Promise<readonly string[]> {
  const { elsewhere } = tool;
  if (!first || !elsewhere) return [];
  const limit = new TimeLimit(PATIENCE_MS, signal);
  const scope: Scope = [first, ...rest];
  try {
    return await engine.read(
      scope,
      async (session) => {
        const found = await elsewhere(session, input);
        // Asked alone, a member does not name itself.
        return [...new Set(found.map((name) => name ?? first.name))];
      },
      { isStaleAllowed: true, signal, limit },
    );
  } catch {
    signal.throwIfAborted();
    return [];
  } finally {
    limit.end();
  }
}

function likely(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(", ");
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return `likely in ${shown}${more}: ask with repo ${names[0]}, or scope global for all`;
}
