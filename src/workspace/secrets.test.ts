import { describe, expect, it } from "vitest";
import { blankSecrets, findSecrets } from "./secrets.ts";

/** Made-up characters of the right alphabet and length; joined at run time so that no scanner takes them for keys. */
const upper = (n: number) => "QZ3XW5K7PLMN2RTVYBCD".repeat(5).slice(0, n);
const mixed = (n: number) => "aB3dE5fG7hJ9kLmN2pQrS4tUvW6xYz8".repeat(8).slice(0, n);
const hex = (n: number) => "9f8e7d6c5b4a39281706f5e4d3c2b1a0".repeat(4).slice(0, n);
const digits = (n: number) => "8472910365".repeat(3).slice(0, n);

const PLANTED: [kind: string, secret: string, around?: (secret: string) => string][] = [
  ["aws-access-key", `AKIA${"QZ3XW5K7PLMN2RTV"}`],
  ["aws-access-key", `ASIA${"QZ3XW5K7PLMN2RTV"}`],
  ["aws-secret-key", mixed(40), (s) => `aws_secret_access_key = ${s}\n`],
  ["aws-secret-key", mixed(40), (s) => `secretAccessKey: "${s}",`],
  ["github-token", `ghp_${mixed(36)}`],
  ["github-token", `ghs_${mixed(36)}`],
  ["github-token", `github_pat_${mixed(22)}_${mixed(59)}`],
  ["gitlab-token", `glpat-${mixed(20)}`],
  ["slack-token", `xoxb-${digits(12)}-${digits(12)}-${mixed(24)}`],
  ["slack-token", `xapp-1-${upper(11)}-${digits(13)}-${hex(64)}`],
  ["slack-webhook", `T${upper(8)}/B${upper(8)}/${mixed(24)}`, (s) => `https://hooks.slack.com/services/${s}`],
  ["stripe-key", `sk_live_${mixed(24)}`],
  ["stripe-key", `rk_test_${mixed(24)}`],
  ["stripe-key", `whsec_${mixed(32)}`],
  ["google-api-key", `AIza${mixed(35)}`],
  ["google-oauth", `GOCSPX-${mixed(28)}`],
  ["google-oauth", `ya29.${mixed(60)}`],
  ["azure-key", `${mixed(86)}==`, (s) => `AccountName=x;AccountKey=${s};EndpointSuffix=y`],
  ["azure-key", `${mixed(43)}=`, (s) => `Endpoint=sb://x/;SharedAccessKey=${s}`],
  ["npm-token", `npm_${mixed(36)}`],
  ["npm-token", mixed(36), (s) => `//registry.example.org/:_authToken=${s}`],
  ["pypi-token", `pypi-AgEIcHlwaS5vcmc${mixed(80)}`],
  ["twilio-key", `SK${hex(32)}`],
  ["sendgrid-key", `SG.${mixed(22)}.${mixed(43)}`],
  ["mailgun-key", `key-${hex(32)}`],
  ["openai-key", `sk-${mixed(20)}T3BlbkFJ${mixed(20)}`],
  ["anthropic-key", `sk-ant-api03-${mixed(93)}`],
  ["shopify-token", `shpat_${hex(32)}`],
  ["digitalocean-token", `dop_v1_${hex(64)}`],
  ["huggingface-token", `hf_${mixed(34)}`],
  ["telegram-token", `${digits(9)}:AA${mixed(33)}`],
  ["discord-webhook", `${digits(18)}/${mixed(68)}`, (s) => `https://discord.com/api/webhooks/${s}`],
  ["databricks-token", `dapi${hex(32)}`],
  ["vault-token", `hvs.${mixed(30)}`],
  ["grafana-token", `glsa_${mixed(32)}_${hex(8)}`],
  ["linear-key", `lin_api_${mixed(40)}`],
  ["newrelic-key", `NRAK-${upper(27)}`],
  ["postman-key", `PMAK-${hex(24)}-${hex(34)}`],
  ["age-key", `AGE-SECRET-KEY-1${upper(58)}`],
  ["json-web-token", `eyJ${mixed(20)}.eyJ${mixed(30)}.${mixed(43)}`],
  ["url-password", "s3cr3tP4ss", (s) => `postgres://service:${s}@db.internal:5432/app`],
  [
    "private-key",
    `\n${mixed(64)}\n${mixed(40)}\n`,
    (s) => `-----BEGIN RSA PRIVATE KEY-----${s}-----END RSA PRIVATE KEY-----`,
  ],
  [
    "private-key",
    `\\n${mixed(64)}\\n`,
    (s) => `key = "-----BEGIN PRIVATE KEY-----${s}-----END PRIVATE KEY-----"`,
  ],
];

describe("a planted secret", () => {
  it.each(PLANTED.map(([kind, secret, around], index) => ({ kind, secret, around, index })))(
    "of kind $kind is found and blanked ($index)",
    ({ kind, secret, around }) => {
      const context = around ?? ((s: string) => `const value = "${s}";`);
      const text = `line one\n${context(secret)}\nlast line\n`;
      const found = findSecrets(text);
      expect(found.map((span) => [span.kind, text.slice(span.start, span.end)])).toEqual([[kind, secret]]);
      expect(found[0]).toMatchObject({ startLine: 2 });
      const blanked = blankSecrets(text, found);
      expect(blanked).not.toContain(secret);
      expect(blanked.length).toBe(text.length);
      expect(blanked.split("\n").length).toBe(text.split("\n").length);
      expect(findSecrets(blanked)).toEqual([]);
    },
  );
});

describe("ordinary text", () => {
  it.each([
    "AKIAIOSFODNN7EXAMPLE",
    "const AKIA = 1; class AKIAFactory {}",
    "ghp_short",
    "  hasPassword: Boolean!\n",
    "npm_config_registry=https://registry.npmjs.org",
    "function hf_transform_coefficients_of_the_model() {}",
    "postgres://user:password@localhost/db",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a configuration file
    "redis://:${REDIS_PASSWORD}@host:6379",
    "http://<user>:<pass>@host/",
    "mongodb://localhost:27017/test?x=a@b",
    "git@github.com:owner/name.git and user@example.org",
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOC\n-----END PUBLIC KEY-----",
    '"-----BEGIN PRIVATE KEY-----" + body + "-----END PRIVATE KEY-----"',
    "sk_live_ and sk_test_ are prefixes of keys",
    "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
    `sha512-${"aB3".repeat(28)}==`,
    "SG.Component.render()",
    "eyJhbGciOi is how a token starts",
    "the key-value store and key-0123",
    "",
  ])("is left alone: %j", (text) => {
    expect(findSecrets(text)).toEqual([]);
  });

  it("keeps the order and merges overlaps", () => {
    const text = `a ghp_${mixed(36)} b https://u:ghp_${mixed(36)}@example.org c`;
    const found = findSecrets(text);
    expect(found.length).toBe(2);
    expect(found[0]!.end).toBeLessThanOrEqual(found[1]!.start);
  });

  const SLOW = [
    "://a:",
    "-----BEGIN RSA PRIVATE KEY-----",
    "eyJaaaaaaaaaaaaaaaa.",
    "xoxb-1.",
    "1-2-3-",
    "a://",
  ];
  const SLOW_PLACES = [
    "machine a login b ",
    "curl -u ",
    "password = ",
    "pwd=;",
    "kind: Secret\ndata:\n",
    "x-a-key: ",
    "&sig=a1",
  ];

  it.each([...SLOW, ...SLOW_PLACES, "Basic a1", "PASSWORD=", "IDENTIFIED BY ", "Private-Lines: 2\n", "A1"])(
    "made to be slow is searched in time that grows with its length: %j",
    (unit) => {
      // With a pattern that tries every start against every end, this takes minutes.
      expect(findSecrets(unit.repeat(2_000_000 / unit.length))).toEqual([]);
    },
  );
});
