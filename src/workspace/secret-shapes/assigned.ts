/** Values assigned to a name that says what they are: `api_key = "…"`, `POSTGRES_PASSWORD: …`, `define('DB_PASSWORD', '…')`. */
import { isMadeUp } from "./places.ts";
import { hasExampleMark, isPlaceholderPassword, looksRandom } from "./randomness.ts";
import type { SecretShape } from "./shape.ts";

/** Words at the end of a name whose value is a key that a machine made. */
const KEY_NAME =
  "(?:secret|token|(?:api|access|secret|private|auth|encryption|encrypt|signing|sign|master|account|storage|shared|admin|license|service|consumer|client|app|application|hmac|jwt|session|cookie|webhook|deploy|license)[-_. ]?(?:key|token|secret)|credentials?|key_?base|salt)";
const PASSWORD_NAME = "(?:passw(?:or)?d|passwd|passphrase|pass|pwd|pin_?code)";
/** What may stand between a name and its value in languages and formats: `=`, `:`, `:=`, `=>`, `", "`, `')] = `. */
const ASSIGNS = `["'\`\\])]{0,3}\\s{0,4}(?:[:=]{1,3}>?|,|=>)\\s{0,4}`;

export const ASSIGNED_SHAPES: readonly SecretShape[] = [
  {
    kind: "aws-secret-key",
    anchor: /(?:secret|SECRET|Secret)_?(?:access|ACCESS|Access)/,
    pattern:
      /(?:aws_?)?secret_?access_?key["']?\s{0,4}[:=]{1,2}>?\s{0,4}["']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    isHarmless: hasExampleMark,
  },
  {
    kind: "assigned-secret",
    anchor:
      /(?:ecret|ECRET|[kK]ey|KEY|oken|OKEN|redential|REDENTIAL|[sS]alt|SALT|_BASE|_base)s?["'`\])]{0,3}\s{0,4}(?:[:=]{1,3}>?|,)\s{0,4}["'`][A-Za-z0-9+/=_.~-]{16}/,
    pattern: new RegExp(
      `${KEY_NAME}s?(?:_?(?:id|prod|production|live|dev|test|value|\\d))?${ASSIGNS}["'\`]([A-Za-z0-9+/=_.~:-]{16,500})["'\`]`,
      "gi",
    ),
    isHarmless: (text) => hasExampleMark(text) || !looksRandom(text),
  },
  {
    kind: "assigned-password",
    anchor:
      /(?:[pP]ass(?:w(?:or)?d|phrase)?|PASS(?:W(?:OR)?D|PHRASE)?|[pP]wd|PWD)["'`\])]{0,3}\s{0,4}(?:[:=]{1,3}>?|,)\s{0,4}["'`][^\s"'`]{8}/,
    pattern: new RegExp(`${PASSWORD_NAME}${ASSIGNS}(["'\`])([^\\s"'\`]{8,128})\\1`, "gi"),
    isHarmless: (text) => isPlaceholderPassword(text) || !isMadeUp(text),
  },
  {
    // Environment files, compose files, unit files, shell: no quotes, the name in capitals or the whole line.
    kind: "assigned-variable",
    anchor:
      /(?:PASS(?:W(?:OR)?D|PHRASE)?|PWD|SECRET|TOKEN|KEY|CREDENTIALS?|SALT|[pP]assword|[sS]ecret|[tT]oken|[kK]ey)\s?[:=]\s?[^\s"'`=:]{6}/,
    pattern:
      /^[ \t]*(?:-[ \t]+)?(?:export[ \t]+|ENV[ \t]+|ARG[ \t]+|set[ \t]+|Environment=)?["']?(?:[A-Z][A-Z0-9_]*_)?(?:PASS(?:W(?:OR)?D|PHRASE)?|PWD|SECRET|TOKEN|(?:API|ACCESS|SECRET|PRIVATE|AUTH|ENCRYPTION|SIGNING|MASTER|ACCOUNT|STORAGE|CONSUMER|CLIENT|APP|APPLICATION|JWT|SESSION)_?KEY|KEY_BASE|CREDENTIALS?|SALT)(?:_[A-Z0-9]{1,12})?["']?[ \t]?[:=][ \t]?([^\s"'`,;(){}<>$]{8,500})[ \t]*$/gm,
    isHarmless: (text) => isPlaceholderPassword(text) || !isMadeUp(text),
  },
  {
    // Properties and YAML in lower case: `spring.datasource.password=…`, `  token: …`. Nothing but the value may follow.
    kind: "assigned-property",
    anchor: /(?:assw(?:or)?d|passphrase|ecret|oken|[._-]key|key_base|[aA]piKey)\s?[:=]\s?[^\s"'`=:]{8}/,
    pattern:
      /^[ \t]*(?:-[ \t]+)?(?:[a-z][\w.-]{0,80}?)?(?:passw(?:or)?d|passphrase|secret|token|key_base|(?:api|access|secret|private|auth|signing|account)[._-]?key)[ \t]?[:=][ \t]?([^\s"'`,;(){}<>$]{8,500})[ \t]*$/gim,
    isHarmless: (text) => isPlaceholderPassword(text) || !looksMachineMade(text),
  },
];

/** `hasPassword: Boolean!` */
const GRAPHQL_SCALAR = /^\[?(?:Boolean|Float|ID|Int|String)!?\]?!?$/;

/** In lower case with no quotes much is code: `token = parse_token2`; only what no name looks like counts. */
function looksMachineMade(text: string): boolean {
  return (
    isMadeUp(text) &&
    !GRAPHQL_SCALAR.test(text) &&
    !/^[A-Za-z_$][\w$]*(?:[.]\w+)+$/.test(text) &&
    (looksRandom(text) || /[!@#%^&*+=?~]/.test(text))
  );
}
