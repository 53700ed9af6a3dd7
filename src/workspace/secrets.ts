/**
 * Finds credentials in text by shapes that hardly anything else has, so that they can be blanked before anything is
 * stored. Recall on these kinds matters more than on all kinds: a guess that blanks code would hide code.
 *
 * Runs over every file, so a file is first searched once for the few literals that some shape starts with.
 */
import type { Span } from "../core/span.ts";

export interface SecretSpan extends Span {
  kind: string;
}

interface SecretShape {
  kind: string;
  /** Literal text that every match contains; what the first search looks for. */
  anchor: RegExp;
  /** Global. The first group, when there is one, is the secret; otherwise the whole match. */
  pattern: RegExp;
  /** Matches that are known not to be secrets. */
  isHarmless?: (secret: string) => boolean;
}

const hasExampleMark = (text: string) => /EXAMPLE|example|xxxx|XXXX|0{12}|1234567890abcdef/.test(text);
const isMixed = (text: string) =>
  /[a-z]/.test(text) && /[A-Z]/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 2;
const PLACEHOLDER_PASSWORD =
  /^(?:pass(?:w(?:or)?d)?|pw|pwd|secret|user(?:name)?|root|admin|guest|test(?:ing)?|postgres|mysql|example|changeme|foo|bar|baz|x+|\*+|\.+|my-?(?:pass(?:word)?|secret)|your.*|token|hunter2|letmein|abc|1234?5?6?)$/i;
const isPlaceholderPassword = (text: string) =>
  PLACEHOLDER_PASSWORD.test(text) || /[{}$<>%()[\]]/.test(text) || hasExampleMark(text);

const SECRET_SHAPES: readonly SecretShape[] = [
  {
    kind: "private-key",
    anchor: /-----BEGIN/,
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----((?:[^-]|-(?!----)){1,20000})-----END/g,
    // A key in prose or in a test of a parser is shortened; a real one has lines of base64.
    isHarmless: (text) => !/[A-Za-z0-9+/=]{24}/.test(text),
  },
  {
    kind: "aws-access-key",
    anchor: /A(?:KIA|SIA|BIA|CCA)/,
    pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/g,
    isHarmless: hasExampleMark,
  },
  {
    kind: "aws-secret-key",
    anchor: /(?:secret|SECRET)_?(?:access|ACCESS|Access)/,
    pattern:
      /(?:aws_?)?secret_?access_?key["']?\s{0,4}[:=]{1,2}>?\s{0,4}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    isHarmless: hasExampleMark,
  },
  { kind: "github-token", anchor: /gh[pousr]_/, pattern: /\bgh[pousr]_[A-Za-z0-9]{36,251}\b/g },
  { kind: "github-token", anchor: /github_pat_/, pattern: /\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/g },
  {
    kind: "gitlab-token",
    anchor: /gl(?:pat|ptt|dt|rt|cbt|soat|ft)-/,
    pattern: /\bgl(?:pat|ptt|dt|rt|cbt|soat|ft)-[A-Za-z0-9_-]{20,}/g,
    isHarmless: hasExampleMark,
  },
  {
    kind: "slack-token",
    anchor: /xox[abeoprs]-/,
    pattern: /\bxox[abeoprs]-(?:\d{1,14}-){1,4}[A-Za-z0-9-]{10,}/g,
  },
  { kind: "slack-token", anchor: /xapp-/, pattern: /\bxapp-\d-[A-Z0-9]{9,}-\d{10,}-[a-f0-9]{32,}/g },
  {
    kind: "slack-webhook",
    anchor: /hooks\.slack/,
    pattern:
      /hooks\.slack\.com\/(?:services|workflows|triggers)\/(T[A-Z0-9]{6,}\/[A-Z0-9]{6,}\/[A-Za-z0-9]{16,})/g,
    isHarmless: hasExampleMark,
  },
  { kind: "stripe-key", anchor: /[srp]k_(?:live|test)_/, pattern: /\b[sr]k_(?:live|test)_[A-Za-z0-9]{20,}/g },
  { kind: "stripe-key", anchor: /whsec_/, pattern: /\bwhsec_[A-Za-z0-9]{24,}/g },
  { kind: "google-api-key", anchor: /AIza/, pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { kind: "google-oauth", anchor: /GOCSPX-/, pattern: /\bGOCSPX-[A-Za-z0-9_-]{28}/g },
  { kind: "google-oauth", anchor: /ya29\./, pattern: /\bya29\.[A-Za-z0-9_-]{30,}/g },
  {
    kind: "azure-key",
    anchor: /Account[kK]ey=/,
    pattern: /Account[kK]ey=([A-Za-z0-9+/]{86}==)/g,
    isHarmless: (text) => text.startsWith("Eby8vdM02xNO"),
  },
  {
    kind: "azure-key",
    anchor: /SharedAccess/,
    pattern: /SharedAccess(?:Key|Signature)=([A-Za-z0-9+/%]{40,}=?)/g,
  },
  { kind: "npm-token", anchor: /npm_/, pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: "npm-token", anchor: /_auth/, pattern: /\b_auth(?:Token)?\s?=\s?["']?([A-Za-z0-9+/=_-]{16,})/g },
  { kind: "pypi-token", anchor: /pypi-A/, pattern: /\bpypi-A[A-Za-z0-9_-]{60,}/g },
  { kind: "twilio-key", anchor: /SK[0-9a-f]{8}/, pattern: /\bSK[0-9a-f]{32}\b/g },
  { kind: "sendgrid-key", anchor: /SG\./, pattern: /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/g },
  { kind: "mailgun-key", anchor: /key-[0-9a-f]{8}/, pattern: /\bkey-[0-9a-f]{32}\b/g },
  {
    kind: "openai-key",
    anchor: /T3BlbkFJ/,
    pattern: /\bsk-[A-Za-z0-9_-]{16,160}T3BlbkFJ[A-Za-z0-9_-]{16,160}/g,
  },
  {
    kind: "openai-key",
    anchor: /sk-(?:proj|svcacct|admin)-/,
    pattern: /\bsk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,200}/g,
    isHarmless: hasExampleMark,
  },
  { kind: "anthropic-key", anchor: /sk-ant-/, pattern: /\bsk-ant-[a-z0-9]{3,10}-[A-Za-z0-9_-]{60,}/g },
  {
    kind: "shopify-token",
    anchor: /shp(?:at|ca|pa|ss)_/,
    pattern: /\bshp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}\b/g,
  },
  { kind: "digitalocean-token", anchor: /do[opr]_v1_/, pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g },
  { kind: "huggingface-token", anchor: /hf_/, pattern: /\bhf_[A-Za-z0-9]{34}\b/g },
  {
    kind: "telegram-token",
    anchor: /:AA/,
    pattern: /(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g,
  },
  {
    kind: "discord-webhook",
    anchor: /\/webhooks\//,
    pattern: /discord(?:app)?\.com\/api\/webhooks\/(\d{16,20}\/[A-Za-z0-9_-]{60,})/g,
  },
  { kind: "databricks-token", anchor: /dapi/, pattern: /\bdapi[a-f0-9]{32}\b/g },
  { kind: "vault-token", anchor: /hv[sb]\./, pattern: /\bhv[sb]\.[A-Za-z0-9_-]{24,}/g },
  { kind: "grafana-token", anchor: /gl(?:sa|c)_/, pattern: /\bglsa_[A-Za-z0-9]{32}_[a-f0-9]{8}\b/g },
  { kind: "linear-key", anchor: /lin_api_/, pattern: /\blin_api_[A-Za-z0-9]{40}\b/g },
  { kind: "newrelic-key", anchor: /NRAK-/, pattern: /\bNRAK-[A-Z0-9]{27}\b/g },
  { kind: "postman-key", anchor: /PMAK-/, pattern: /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b/g },
  { kind: "age-key", anchor: /AGE-SECRET-KEY-/, pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/g },
  {
    kind: "json-web-token",
    anchor: /eyJ/,
    pattern: /\beyJ[A-Za-z0-9_-]{16,}\.eyJ[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{20,}/g,
  },
  {
    kind: "url-password",
    anchor: /:\/\/[^\s/@"'<>]{0,80}:[^\s/@"'<>]{1,80}@/,
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>]{0,64}:([^\s:/@"'`<>]{3,128})@[A-Za-z0-9[]/g,
    isHarmless: isPlaceholderPassword,
  },
  {
    kind: "assigned-secret",
    anchor:
      /(?:word|asswd|WORD|ASSWD|ecret|ECRET|[kK]ey|KEY|oken|OKEN)["']?\s{0,3}[:=]{1,2}\s{0,3}["'`][A-Za-z0-9+/=_-]{20}/,
    pattern:
      /(?:passw(?:or)?d|secret(?:_?key)?|api_?key|access_?key|token)["']?\s{0,3}[:=]{1,2}\s{0,3}["'`]([A-Za-z0-9+/=_-]{20,200})["'`]/gi,
    // Names and sentences written in its place have no digits, or only one case.
    isHarmless: (text) => hasExampleMark(text) || !isMixed(text),
  },
];

const ANY_ANCHOR = new RegExp([...new Set(SECRET_SHAPES.map((shape) => shape.anchor.source))].join("|"));

/** Secrets of a text in document order, without overlaps. */
export function findSecrets(text: string): SecretSpan[] {
  if (!ANY_ANCHOR.test(text)) return [];
  const found: { kind: string; start: number; end: number }[] = [];
  for (const { kind, anchor, pattern, isHarmless } of SECRET_SHAPES) {
    if (!anchor.test(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      if (isHarmless?.(secret)) continue;
      const start = match.index + match[0].indexOf(secret);
      found.push({ kind, start, end: start + secret.length });
    }
  }
  return withLines(text, withoutOverlaps(found));
}

/** The text with every secret's characters replaced by `*`; line breaks and all offsets stay. */
export function blankSecrets(text: string, secrets: readonly SecretSpan[]): string {
  if (secrets.length === 0) return text;
  let out = "";
  let at = 0;
  for (const { start, end } of secrets) {
    out += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, "*");
    at = end;
  }
  return out + text.slice(at);
}

function withoutOverlaps<T extends { start: number; end: number }>(spans: T[]): T[] {
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: T[] = [];
  for (const span of spans) {
    const last = kept.at(-1);
    if (last === undefined || span.start >= last.end) kept.push(span);
    else last.end = Math.max(last.end, span.end);
  }
  return kept;
}

function withLines(
  text: string,
  spans: readonly { kind: string; start: number; end: number }[],
): SecretSpan[] {
  let line = 1;
  let at = 0;
  const lineAt = (offset: number) => {
    for (let next = text.indexOf("\n", at); next >= 0 && next < offset; next = text.indexOf("\n", at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  };
  return spans.map((span) => ({ ...span, startLine: lineAt(span.start), endLine: lineAt(span.end) }));
}
