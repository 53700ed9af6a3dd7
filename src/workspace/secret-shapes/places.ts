/** Places where only a credential stands: headers, addresses, connection strings and the files that programs keep them in. */
import { hasExampleMark, isPlaceholderPassword, looksRandom } from "./randomness.ts";
import type { SecretShape } from "./shape.ts";

const BASE64 = "[A-Za-z0-9+/]";

export const PLACE_SHAPES: readonly SecretShape[] = [
  {
    kind: "url-password",
    anchor: /:\/\/[^\s/@"'<>]{0,80}:[^\s/@"'<>]{1,80}@/,
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>]{0,64}:([^\s:/@"'`<>]{3,128})@[A-Za-z0-9[]/g,
    isHarmless: isPlaceholderPassword,
  },
  {
    kind: "authorization-header",
    anchor:
      /\b(?:[Bb]earer|BEARER|[Bb]asic|BASIC|[Tt]oken|Digest|ApiKey|[Aa]pi-?[Kk]ey|AccessKey) [A-Za-z0-9+/_.=-]{16}/,
    pattern:
      /\b(?:bearer|basic|token|digest|apikey|api-key|accesskey) ([A-Za-z0-9+/_.~-]{16,2000}={0,3})(?![A-Za-z0-9+/_.~-])/gi,
    isHarmless: (text) => hasExampleMark(text) || !(looksRandom(text) || isBasicPair(text)),
  },
  {
    kind: "key-header",
    anchor: /[Xx]-[A-Za-z-]{0,30}(?:[Kk]ey|[Tt]oken|[Ss]ecret|KEY|TOKEN)["']?\s?[:=,]/,
    pattern:
      /\bx-[a-z-]{0,30}(?:key|token|secret)["']?\s{0,3}[:=,]{1,2}\s{0,3}["'`]?([A-Za-z0-9+/_.=-]{16,500})/gi,
    isHarmless: (text) => hasExampleMark(text) || !looksRandom(text),
  },
  {
    kind: "cookie",
    anchor: /(?:_gitlab_session|sessionid|PHPSESSID|JSESSIONID|connect\.sid)=/,
    pattern: /\b(?:_gitlab_session|sessionid|PHPSESSID|JSESSIONID|connect\.sid)=([A-Za-z0-9%+/_.-]{20,200})/g,
    isHarmless: (text) => hasExampleMark(text) || !looksRandom(text),
  },
  {
    kind: "curl-user",
    anchor: /\bcurl\b/,
    pattern: /\bcurl\b[^\n]{0,300}?\s(?:-u|--user)[ =]{0,2}["']?[^\s:"']{1,64}:([^\s"'@]{4,128})/g,
    isHarmless: isPlaceholderPassword,
  },
  {
    kind: "command-password",
    anchor: /--(?:pass(?:w(?:or)?d)?|token|secret|api-?key)[ =]/,
    pattern: /\s--(?:pass(?:w(?:or)?d)?|token|secret|api-?key)[ =]["']?([^\s"'`,;)]{8,200})/g,
    isHarmless: (text) => isPlaceholderPassword(text) || !isMadeUp(text),
  },
  {
    kind: "sql-password",
    anchor:
      /(?:IDENTIFIED|identified)\s{1,3}(?:BY|by|WITH|with)\b|\b(?:WITH|with|ENCRYPTED|encrypted)\s{1,3}(?:PASSWORD|password)\s{1,3}'/,
    pattern:
      /\b(?:identified\s{1,3}(?:with\s{1,3}\S{1,40}\s{1,3})?by(?:\s{1,3}password)?|(?:with|encrypted)\s{1,3}password)\s{1,3}['"]([^'"\n]{4,128})['"]/gi,
    isHarmless: isPlaceholderPassword,
  },
  {
    kind: "connection-string",
    anchor: /(?:[Pp]assword|PASSWORD|[Pp]wd|PWD)=[^;\s"']{3,128}(?:;|["'`]|$)/m,
    pattern: /(?<=[;"'`>]\s{0,3}|;\s{0,3})(?:password|pwd)\s?=\s?([^;\s"'`<&]{3,128})(?=;|["'`<]|\s|$)/gim,
    isHarmless: isPlaceholderPassword,
  },
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
  {
    kind: "signed-address",
    anchor: /[?&;](?:sig|Signature|X-Amz-Signature|X-Goog-Signature|X-Amz-Security-Token)=/,
    pattern:
      /[?&;](?:amp;)?(?:sig|Signature|X-Amz-Signature|X-Goog-Signature|X-Amz-Security-Token)=([A-Za-z0-9%+/_-]{32,2000}={0,2})/g,
    isHarmless: (text) => hasExampleMark(text) || !looksRandom(text),
  },
  {
    kind: "slack-webhook",
    anchor: /hooks\.slack/,
    pattern:
      /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Z0-9]{6,}\/[A-Z0-9]{6,}\/[A-Za-z0-9/]{16,})/g,
    isHarmless: hasExampleMark,
  },
  {
    kind: "discord-webhook",
    anchor: /\/webhooks\//,
    pattern: /discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/(\d{16,20}\/[A-Za-z0-9_-]{60,})/g,
  },
  {
    kind: "teams-webhook",
    anchor: /\/IncomingWebhook\//,
    pattern: /\/IncomingWebhook\/([a-z0-9]{32}\/[a-z0-9-]{36})/gi,
  },
  {
    kind: "npm-token",
    anchor: /_auth/,
    pattern: /\b_auth(?:Token)?\s?=\s?["']?([A-Za-z0-9+/=_-]{16,})/g,
    isHarmless: isPlaceholderPassword,
  },
  {
    kind: "docker-auth",
    anchor: /"(?:auth|identitytoken|registrytoken)"\s{0,3}:\s{0,3}"/,
    pattern: /"(?:auth|identitytoken|registrytoken)"\s{0,3}:\s{0,3}"([A-Za-z0-9+/=_.-]{12,4000})"/g,
    isHarmless: (text) => hasExampleMark(text) || !(looksRandom(text) || isBasicPair(text)),
  },
  {
    kind: "kubeconfig",
    anchor: /client-key-data|client-certificate-data/,
    pattern: new RegExp(
      `\\bclient-(?:key|certificate)-data["']?:\\s{0,4}["']?(${BASE64}{24,20000}={0,2})`,
      "g",
    ),
  },
  {
    kind: "xml-password",
    anchor: /<(?:[Pp]assword|[Pp]assphrase|[Ss]ecret|apiKey|api-key|[Tt]oken)>/,
    pattern: /<(?:password|passphrase|secret|apikey|api-key|token)>([^<>\s]{6,500})<\//gi,
    isHarmless: (text) => isPlaceholderPassword(text) || !isMadeUp(text),
  },
  {
    kind: "attribute-password",
    anchor: /key=["'][^"'\n]{0,40}(?:[Pp]assword|[Aa]pi[Kk]ey|[Ss]ecret)/,
    pattern: /\bkey=["'][^"'\n]{0,40}(?:password|apikey|secret)["']\s{1,4}value=["']([^"'\n]{6,500})["']/gi,
    isHarmless: (text) => isPlaceholderPassword(text) || !isMadeUp(text),
  },
  {
    kind: "netrc-password",
    isWide: true,
    anchor: /\bmachine\s/,
    pattern: /\bmachine\s{1,20}\S{1,200}\s{1,20}login\s{1,20}\S{1,200}\s{1,20}password\s{1,20}(\S{4,200})/g,
    isHarmless: isPlaceholderPassword,
  },
  {
    kind: "password-hash",
    anchor: /\$(?:2[abxy]\$\d\d|5|6|apr1|y|argon2(?:id|i|d))\$/,
    pattern:
      /\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|(?:5|6)\$(?:rounds=\d+\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{43,86}|apr1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|argon2(?:id|i|d)\$v=\d+\$[^$\s]{1,60}\$[A-Za-z0-9+/]{8,64}\$[A-Za-z0-9+/]{20,120})/g,
  },
];

/** `user:password` in base64, as basic authentication has it. */
function isBasicPair(text: string): boolean {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(text)) return false;
  return /^[\x21-\x7e]{1,100}:[\x20-\x7e]{1,200}$/.test(Buffer.from(text, "base64").toString("latin1"));
}

/** A value that somebody thought up to be guessed by nobody: letters with numbers or signs among them, not a name. */
export function isMadeUp(text: string): boolean {
  if (looksRandom(text)) return true;
  if (/^[~.]?\/?[\w.-]+(?:\/[\w.-]+)+\/?$/.test(text)) return false;
  const hasLetter = /[A-Za-z]/.test(text);
  const isName = /^[A-Za-z_$][\w$]*(?:[.:/-]{1,2}[A-Za-z_$][\w$]*)*$/.test(text) && !/\d[A-Za-z]/.test(text);
  return hasLetter && /[\d!@#%^&*+=?~]/.test(text) && !isName;
}
