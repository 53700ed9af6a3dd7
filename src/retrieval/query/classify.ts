/** What kind of text was asked, and what for. Decided by form alone: no list of projects, no learned labels. */
import type { Entities } from "./entities.ts";
import { looksLikeIdentifier } from "./entities.ts";
import type { Segment } from "./task-text.ts";

/**
 * Chooses the weights. `symbol`: names only; `question`: a short description of something that exists;
 * `change`: a short description of something to do; `report`: a long text, such as an issue.
 */
export type QueryKind = "symbol" | "question" | "change" | "report";

export const INTENTS = [
  "understand",
  "locate",
  "trace",
  "debug",
  "implement",
  "reference",
  "compare",
  "framework",
] as const;
export type Intent = (typeof INTENTS)[number];
export const SCOPES = ["pinpoint", "focused", "exploratory", "comprehensive"] as const;
export type Scope = (typeof SCOPES)[number];

/** What the asker wants to see in spite of its place; lifts the prior against it. */
export interface Lifts {
  tests: boolean;
  docs: boolean;
  examples: boolean;
  config: boolean;
  /** What changed lately is asked for. */
  recent: boolean;
}

export interface Classification {
  kind: QueryKind;
  intent: Intent;
  scope: Scope;
  target: string;
  lifts: Lifts;
  /** 0..1 for each decision: how clear the form was. */
  confidence: { kind: number; intent: number; scope: number };
}

const CHANGE_VERB =
  /^(?:re-?)?(?:fix|add|remove|delete|drop|chang|updat|upgrad|bump|improv|enhanc|refactor|renam|mov|replac|allow|avoid|prevent|ensur|handl|support|implement|introduc|mak|us|do|don|revert|cleanup|clean|simplif|optimi[sz]|correct|enabl|disabl|deprecat|migrat|convert|expos|extract|merg|apply|appl|set|skip|stop|show|hid|return|throw|check|validat|creat|restor|reduc|increas|document|mention|clarif|adjust|align|normali[sz]|preserv|respect|keep|generat|log|warn|report|wrap|split|unify|unif|extend|export|import|includ|exclud|ignor|resolv|reset|initiali[sz]|pass|propagat|switch|tweak|polish|harden|guard|limit|filter|sort|move|confirm|attach|turn|put|rework|rewrit|port|backport|address|tidy|tidi|permit|requir|reject|accept|treat|delay|defer|retry|retri|cache|cach|load|emit|add)(?:e|s|es|ed|d|ing|'t|ies|ied|ping|ped|ting|ted|ning|ned|y)?$/i;
const SCOPE_PREFIX = /^(?:\[[^\]]{1,40}\]\s*)?(?:[\w/.,*-]+(?:\([^)]{1,60}\))?!?|[\w-]+\/[\w/-]+):\s+\S/;
const QUESTION_START = /^(?:how|what|where|which|who|why|when|does|do|is|are|can|show|find|explain|list)\b/i;

export function classify(text: string, segments: readonly Segment[], entities: Entities): Classification {
  const { kind, confidence: kindConfidence } = kindOf(text, segments, entities);
  const intent = intentOf(text, kind, entities);
  const scope = scopeOf(text, kind);
  return {
    kind,
    intent: intent.value,
    scope: scope.value,
    target: targetOf(text),
    lifts: liftsOf(text, segments, kind),
    confidence: { kind: kindConfidence, intent: intent.confidence, scope: scope.confidence },
  };
}

function kindOf(
  text: string,
  segments: readonly Segment[],
  entities: Entities,
): { kind: QueryKind; confidence: number } {
  const trimmed = text.trim();
  const words = trimmed.split(/\s+/).filter((word) => word !== "");
  if (words.length <= 1) return { kind: "symbol", confidence: 1 };
  if (
    words.length <= 3 &&
    words.every((word) => looksLikeIdentifier(word) || /^[\w$]+(?:\.|::|#|->)[\w$.:#]+$/.test(word))
  )
    return { kind: "symbol", confidence: 0.9 };
  const hasMachineText = segments.some((s) => s.kind === "code" || s.kind === "trace" || s.kind === "log");
  if (words.length > 60 || (hasMachineText && words.length > 25) || entities.frames.length > 1)
    return { kind: "report", confidence: words.length > 60 ? 0.95 : 0.8 };
  if (QUESTION_START.test(trimmed) && !trimmed.includes("\n")) return { kind: "question", confidence: 0.95 };
  const first = words[0]!.replace(/^\[[^\]]*\]$/, words[1] ?? "");
  if (SCOPE_PREFIX.test(trimmed)) return { kind: "change", confidence: 0.9 };
  if (CHANGE_VERB.test(first.replace(/^[*-]+|[:,.]+$/g, ""))) return { kind: "change", confidence: 0.85 };
  if (trimmed.includes("\n")) return { kind: "change", confidence: 0.8 };
  if (/^\[[^\]]{1,40}\]\s/.test(trimmed) || /[.!]$/.test(trimmed)) return { kind: "change", confidence: 0.6 };
  return { kind: "question", confidence: 0.6 };
}

const INTENT_RULES: [RegExp, Intent, number][] = [
  [/\b(?:differ(?:ence|ent|s)?|compare[ds]?|versus|vs\.?)\b/i, "compare", 0.85],
  [
    /\b(?:what happens|walk me through|call(?:s|ed)? (?:by|from)|who calls|callers?|call graph|flow of|data flow|step by step|end to end|leads? to)\b/i,
    "trace",
    0.85,
  ],
  [/\b(?:what options|which options|is .{1,40} deprecated|does .{1,30} support)\b/i, "framework", 0.7],
  [
    /\b(?:traceback|exception|stack ?trace|panic|segfault|crash(?:es|ed|ing)?|fails?|failing|broken|regression|wrong(?:ly)?|incorrect(?:ly)?|throws?|error when|bug)\b/i,
    "debug",
    0.75,
  ],
  [
    /^\s*(?:how (?:do|can|should) (?:i|we)|add|implement|support|allow|introduce|create|make)\b/i,
    "implement",
    0.75,
  ],
  [/^\s*(?:where|find|locate|which file|show me where)\b/i, "locate", 0.9],
  [/^\s*(?:how (?:does|do|is|are|the)|how\b|explain|why\b|what does)\b/i, "understand", 0.85],
  [/^\s*(?:what(?:'s| is| are)|list|which)\b/i, "reference", 0.7],
];

function intentOf(text: string, kind: QueryKind, entities: Entities): { value: Intent; confidence: number } {
  if (kind === "symbol") return { value: "locate", confidence: 0.95 };
  if (entities.frames.length > 0) return { value: "debug", confidence: 0.9 };
  const head = text.slice(0, 600);
  for (const [pattern, value, confidence] of INTENT_RULES)
    if (pattern.test(head)) return { value, confidence };
  if (kind === "report") return { value: "debug", confidence: 0.5 };
  if (kind === "change") return { value: "implement", confidence: 0.6 };
  return { value: "understand", confidence: 0.4 };
}

function scopeOf(text: string, kind: QueryKind): { value: Scope; confidence: number } {
  if (kind === "symbol") return { value: "pinpoint", confidence: 0.95 };
  const head = text.slice(0, 600);
  if (
    /\b(?:all|every|everywhere|across|entire|whole|throughout|end to end|overall|architecture)\b/i.test(head)
  )
    return { value: "comprehensive", confidence: 0.7 };
  if (kind === "report") return { value: "focused", confidence: 0.6 };
  if (/^\s*how (?:does|do|is|are)\b|what happens|walk me through/i.test(head))
    return { value: "exploratory", confidence: 0.6 };
  if (/^\s*(?:what(?:'s| is)|where is|which)\b/i.test(head)) return { value: "pinpoint", confidence: 0.7 };
  return { value: "focused", confidence: 0.5 };
}

const TARGETS =
  /\b(model|controller|service|job|worker|mailer|component|middleware|route[rs]?|schema|migration|concern|hook|handler|parser|config(?:uration)?|test|interface|class|function|method|type|enum|module|plugin|command|query|cache|client|server)s?\b/i;

function targetOf(text: string): string {
  return TARGETS.exec(text.slice(0, 300))?.[1]?.toLowerCase() ?? "unknown";
}

/** `recently used` and `latest version` are things that code is about; changes and commits are not. */
const ASKS_FOR_RECENT =
  /\b(?:(?:recent|latest|newest|last) (?:change|commit|edit|modification|work)s?|(?:recently|lately|just|newly) (?:change|commit|edit|modifi|add|introduc|broke|touch|updat|renam|mov)\w*|(?:changed|broke|broken|edited|touched|added) (?:recently|lately)|(?<!linear |logistic |ridge )regression (?:in|since|from|after|introduced)|regressed|a regression|since (?:the )?(?:last|latest|upgrad\w*|updat\w*|commit|version|release|v?\d))/i;

function liftsOf(text: string, segments: readonly Segment[], kind: QueryKind): Lifts {
  const title = segments.find((segment) => segment.kind === "title")?.text.toLowerCase() ?? "";
  const isShort = kind !== "report";
  return {
    recent: kind !== "symbol" && ASKS_FOR_RECENT.test(kind === "report" ? title : text.slice(0, 600)),
    tests:
      /\b(?:unit|integration|e2e|functional) tests?\b|\btest (?:case|suite|file|helper|fixture)s?\b|\bspecs?\b|\btests? for\b|^tests?\b/.test(
        title,
      ) ||
      (kind === "symbol" && /^test|test$|spec$/i.test(title)),
    docs: /\b(?:docs?|documentation|readme|changelog)\b/.test(title) && isShort,
    examples: /\b(?:examples?|samples?|demos?)\b/.test(title) && isShort,
    config:
      /\b(?:config file|ci|workflow|docker(?:file)?|package\.json|build script|makefile)\b/.test(title) &&
      isShort,
  };
}
