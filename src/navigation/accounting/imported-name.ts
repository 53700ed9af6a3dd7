/** What an import or re-export says about a name: where it leads, or that it leads nowhere. */
import { TIERS, type Tier } from "../../core/edges.ts";
import type { Sought, Verdict } from "./contract.ts";
import type { FileNames } from "./file-names.ts";

interface Statement {
  source: string | undefined;
  line: number;
}

/** Statements that bring the name in, or pass it on, as they bind it. */
export function statementsOf(file: FileNames, name: string, bound: "local" | "any"): Statement[] {
  const found: Statement[] = [];
  for (const { source, line, bindings } of file.facts.imports) {
    const isBound = bindings.some(
      ({ imported, local }) => local === name || (bound === "any" && imported === name),
    );
    if (isBound) found.push({ source, line });
  }
  if (bound === "local") return found;
  for (const { exported, local, source, line } of file.facts.exports)
    if (source !== undefined && (exported === name || local === name)) found.push({ source, line });
  return found;
}

const MAX_STATEMENT = 20_000;

/** The statement in which an offset stands; null when it stands in none. */
export function statementAt(file: FileNames, offset: number, name: string): Statement | null {
  const line = file.lines.lineAt(offset);
  for (const statement of statementsOf(file, name, "any")) {
    if (statement.line > line) continue;
    const start = file.lines.offsetOf(statement.line);
    if (offset - start > MAX_STATEMENT) continue;
    const before = file.text.slice(start, offset);
    if (statement.line === line ? !before.includes(";") : isOpenList(before)) return statement;
  }
  return null;
}

/** A list of names in brackets that goes on: it has begun and nothing has closed it. */
function isOpenList(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "{" || char === "(") depth += 1;
    else if (char === "}" || char === ")") {
      depth -= 1;
      if (depth <= 0) return false;
    }
  }
  return depth > 0;
}

/** Where a statement leads. */
export function judgeStatement(file: FileNames, sought: Sought, { source, line }: Statement): Verdict {
  const targets = file.edgesAt(line).filter(({ kind }) => kind === "imports");
  if (targets.some(({ to }) => sought.handles.has(to)))
    return { is: "this", role: "import", tier: strongest(targets.map(({ tier }) => tier)), isLinked: true };
  const [target] = targets;
  if (target) return { is: "other", what: target.to };
  if (source === undefined) return { is: "undecided", doubt: "scope", likelihood: 0.3 };
  if (mayLeadTo(source, sought.path) || file.leadsSomewhere(line))
    return { is: "undecided", doubt: "import", detail: source, likelihood: 0.9 };
  return { is: "other", what: `outside: ${source}` };
}

/**
 * Whether a module that was not found may have been the symbol's: a path that leads out of this file, or a name whose last
 * part is that of the symbol's file or of a folder around it, which an alias may stand for.
 */
export function mayLeadTo(source: string, path: string): boolean {
  if (/^[./~#]|^@\//.test(source)) return true;
  const parts = path.replace(/\.[^/]*$/, "").split(/[/.]/);
  const last = source
    .split(/[/.:\\]+/)
    .filter((part) => part !== "")
    .at(-1);
  return last !== undefined && parts.some((part) => part.toLowerCase() === last.toLowerCase());
}

function strongest(tiers: readonly Tier[]): Tier {
  return TIERS.find((tier) => tiers.includes(tier))!;
}
