/** Tokens that are known by how they begin: what each issuer says of its own, one row each. */
import { hasExampleMark, looksRandom } from "./randomness.ts";
import type { SecretShape } from "./shape.ts";

/** Kind, text that every token of it begins with, and the rest. The rest may hold no group. */
type TokenRow = readonly [kind: string, begins: string, rest: string];

const WORD = "[A-Za-z0-9_-]";
const ALNUM = "[A-Za-z0-9]";
const HEX = "[a-fA-F0-9]";

const TOKENS: readonly TokenRow[] = [
  ["adobe-key", "p8e-", `${ALNUM}{32}`],
  ["age-key", "AGE-SECRET-KEY-1", "[A-Z0-9]{58}"],
  ["airtable-token", "pat", `${ALNUM}{14}\\.${HEX}{64}`],
  ["alibaba-key", "LTAI", `${ALNUM}{20}`],
  ["anthropic-key", "sk-ant-", `[a-z0-9]{3,10}-${WORD}{60,}`],
  ["artifactory-key", "AKCp", `${ALNUM}{69}`],
  ["artifactory-key", "cmVmd", `${ALNUM}{59}`],
  ["aws-access-key", "(?:AKIA|ASIA|ABIA|ACCA)", "[A-Z2-7]{16}"],
  ["aws-bedrock-key", "ABSK", "[A-Za-z0-9+/]{109,269}={0,2}"],
  ["atlassian-token", "ATATT3", `[A-Za-z0-9_=-]{40,}`],
  ["clojars-token", "CLOJARS_", "[a-z0-9]{60}"],
  ["cloudflare-key", "v1\\.0-", `${HEX}{24}-${HEX}{146}`],
  ["databricks-token", "dapi", `${HEX}{32}`],
  ["digitalocean-token", "do[opr]_v1_", `${HEX}{64}`],
  ["docker-token", "dckr_(?:pat|oat)_", `${WORD}{24,}`],
  ["doppler-token", "dp\\.(?:pt|st|ct|sa|scim|audit)\\.", `(?:[a-z0-9_-]{2,35}\\.)?${ALNUM}{40,44}`],
  ["duffel-token", "duffel_(?:test|live)_", "[A-Za-z0-9_=-]{43}"],
  ["dynatrace-token", "dt0[a-z]01\\.", `${ALNUM}{24}\\.${ALNUM}{64}`],
  ["easypost-key", "EZ[AT]K", `${ALNUM}{54}`],
  ["facebook-token", "EAA[A-Z]", `${ALNUM}{90,}`],
  ["figma-token", "fig[dor]_", `${WORD}{40,}`],
  ["flutterwave-key", "FLWSECK(?:_TEST)?-", "[A-Za-z0-9]{12,32}(?:-X)?"],
  ["flyio-token", "(?:fo1_|fm1[ar]_|fm2_)", "[A-Za-z0-9+/_-]{43,}={0,3}"],
  ["frameio-token", "fio-u-", "[A-Za-z0-9_=-]{64}"],
  ["github-token", "gh[pousr]_", `${ALNUM}{36,251}`],
  ["github-token", "github_pat_", `${ALNUM}{22}_${ALNUM}{59}`],
  ["gitlab-token", "gl(?:pat|ptt|dt|rt|cbt|soat|ft|ffct|imt|agent|oas|wt)-", "[A-Za-z0-9_-]{20,300}"],
  ["gitlab-token", "GR1348941", `${WORD}{20}`],
  ["google-api-key", "AIza", `${WORD}{35}`],
  ["google-oauth", "GOCSPX-", `${WORD}{28}`],
  ["google-oauth", "ya29\\.", `${WORD}{30,}`],
  ["grafana-token", "glsa_", `${ALNUM}{32}_${HEX}{8}`],
  ["grafana-token", "glc_", "[A-Za-z0-9+/]{32,400}={0,3}"],
  ["groq-key", "gsk_", `${ALNUM}{40,}`],
  ["harness-key", "[ps]at\\.", `${WORD}{22}\\.${ALNUM}{24}\\.${ALNUM}{20}`],
  ["heroku-key", "HRKU-AA", `${WORD}{58}`],
  ["huggingface-token", "hf_", `${ALNUM}{34}`],
  ["huggingface-token", "api_org_", `${ALNUM}{34}`],
  ["infracost-token", "ico-", `${ALNUM}{32}`],
  ["linear-key", "lin_(?:api|oauth)_", `${ALNUM}{40,64}`],
  ["mailgun-key", "key-", `[0-9a-f]{32}`],
  ["netlify-token", "nf[pcou]_", `${ALNUM}{36,40}`],
  ["newrelic-key", "NR(?:AK|II|JS|RA|BR)-", "[A-Za-z0-9_-]{19,32}"],
  ["notion-token", "ntn_", `\\d{11}${ALNUM}{35}`],
  ["notion-token", "secret_", `${ALNUM}{43}`],
  ["npm-token", "npm_", `${ALNUM}{36}`],
  ["octopus-key", "API-", "[A-Z0-9]{26}"],
  ["onepassword-key", "A3-", "[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}"],
  ["onepassword-key", "ops_eyJ", "[A-Za-z0-9+/]{250,}={0,3}"],
  ["openai-key", "sk-(?:proj|svcacct|admin)-", `${WORD}{40,200}`],
  ["openrouter-key", "sk-or-v1-", `${HEX}{64}`],
  ["openshift-token", "sha256~", `${WORD}{43}`],
  ["perplexity-key", "pplx-", `${ALNUM}{48}`],
  ["planetscale-token", "pscale_(?:tkn|oauth|pw)_", "[A-Za-z0-9_=.-]{32,64}"],
  ["postman-key", "PMAK-", `${HEX}{24}-${HEX}{34}`],
  ["prefect-token", "pn[ub]_", `${ALNUM}{36}`],
  ["pulumi-token", "pul-", `${HEX}{40}`],
  ["pypi-token", "pypi-A", `${WORD}{60,}`],
  ["readme-token", "rdme_", "[a-z0-9]{70}"],
  ["replicate-token", "r8_", `${ALNUM}{37}`],
  ["rubygems-token", "rubygems_", `${HEX}{48}`],
  ["scalingo-token", "tk-us-", `${WORD}{48}`],
  ["sendgrid-key", "SG\\.", `${WORD}{22}\\.${WORD}{43}`],
  ["sendinblue-key", "x(?:key|smtp)sib-", `${HEX}{64}-${ALNUM}{16}`],
  ["sentry-token", "sntry[us]_", "[A-Za-z0-9+/=_]{60,}"],
  ["settlemint-token", "sm_(?:aat|pat|sat)_", `${ALNUM}{16}`],
  ["shippo-token", "shippo_(?:live|test)_", `${HEX}{40}`],
  ["shopify-token", "shp(?:at|ca|pa|ss)_", `${HEX}{32}`],
  ["slack-token", "xox[abeoprs]-", "(?:\\d{1,14}-){1,4}[A-Za-z0-9-]{10,}"],
  ["slack-token", "xox[ar]-", `(?:\\d-)?${ALNUM}{16,48}`],
  ["slack-token", "xoxe(?:\\.xox[bp])?-\\d-", "[A-Za-z0-9]{100,}"],
  ["slack-token", "xapp-\\d-", "[A-Z0-9]{9,}-\\d{10,}-[a-f0-9]{32,}"],
  ["sonar-token", "sq[upa]_", `${HEX}{40}`],
  ["sourcegraph-token", "sgp_", `(?:(?:${HEX}{16}|local)_)?${HEX}{40}`],
  ["square-token", "sq0(?:atp|csp|idp)-", `${WORD}{22,60}`],
  ["square-token", "EAAA", `${WORD}{56,64}`],
  ["stripe-key", "[sr]k_(?:live|test|prod)_", `${ALNUM}{20,}`],
  ["stripe-key", "whsec_", `[A-Za-z0-9+/=]{24,}`],
  ["supabase-key", "sbp_", `${HEX}{40}`],
  ["supabase-key", "sb_secret_", `${WORD}{24,}`],
  ["terraform-token", "[A-Za-z0-9]{14}\\.atlasv1\\.", "[A-Za-z0-9_=-]{60,70}"],
  ["twilio-key", "SK", "[0-9a-f]{32}"],
  ["typeform-token", "tfp_", "[A-Za-z0-9_.=-]{40,60}"],
  ["vault-token", "hv[sbr]\\.", `${WORD}{24,}`],
  ["vercel-token", "vc[piark]_", `${ALNUM}{24,}`],
  ["xai-key", "xai-", `${ALNUM}{70,}`],
  ["yandex-key", "AQVN", `${WORD}{35,38}`],
  ["maxmind-key", "[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk", ""],
];

/** Before and after a token stands nothing that could be part of it; what begins or ends with a sign says so itself. */
const shapeOf = ([kind, begins, rest]: TokenRow): SecretShape => ({
  kind,
  anchor: new RegExp(begins),
  pattern: new RegExp(`(?<![A-Za-z0-9_])${begins}${rest}(?![A-Za-z0-9])`, "g"),
  isHarmless: hasExampleMark,
});

/** Those that need more than a beginning. */
const OTHERS: readonly SecretShape[] = [
  {
    kind: "openai-key",
    anchor: /T3BlbkFJ/,
    pattern: /\bsk-[A-Za-z0-9_-]{16,160}T3BlbkFJ[A-Za-z0-9_-]{16,160}/g,
  },
  {
    kind: "azure-key",
    anchor: /\dQ~/,
    pattern: /(?<![A-Za-z0-9_~.])[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/g,
  },
  {
    kind: "discord-token",
    anchor: /[MNO][A-Za-z\d]{22,27}\.[A-Za-z\d_-]{6}\./,
    pattern:
      /(?<![A-Za-z0-9_.-])[MNO][A-Za-z\d]{22,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,40}(?![A-Za-z0-9_-])/g,
    isHarmless: (text) => !looksRandom(text),
  },
  {
    kind: "telegram-token",
    anchor: /:AA/,
    pattern: /(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g,
  },
  {
    kind: "mailchimp-key",
    anchor: /-us\d/,
    pattern: /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g,
  },
  {
    kind: "json-web-token",
    anchor: /eyJ/,
    pattern: /\beyJ[A-Za-z0-9_-]{14,}\.eyJ[A-Za-z0-9_-]{14,}\.[A-Za-z0-9_-]{10,}={0,2}/g,
  },
  {
    kind: "grafana-token",
    anchor: /eyJrIjoi/,
    pattern: /\beyJrIjoi[A-Za-z0-9+/]{70,400}={0,3}/g,
  },
  {
    kind: "private-key",
    isWide: true,
    anchor: /-----BEGIN/,
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----((?:[^-]|-(?!----)){1,20000})-----END/g,
    // A key in prose or in a test of a parser is shortened; a real one has lines of base64.
    isHarmless: (text) => !/[A-Za-z0-9+/=]{24}/.test(text),
  },
  {
    kind: "putty-key",
    isWide: true,
    anchor: /Private-Lines: \d/,
    pattern: /Private-Lines: \d+\r?\n((?:[A-Za-z0-9+/=]{16,64}\r?\n){1,200})/g,
  },
];

export const TOKEN_SHAPES: readonly SecretShape[] = [...TOKENS.map(shapeOf), ...OTHERS];
