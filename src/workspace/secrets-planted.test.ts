/**
 * Credentials of more than a hundred kinds, drawn at random and written as the files that hold them write them. The kinds are those that
 * published secret scanners know; keys are assembled here, so that no scanner takes this file for a leak.
 */
import { expect, it } from "vitest";
import { findSecrets } from "./secrets.ts";

type Draw = (alphabet: string, length: number) => string;
/** The text around a secret, and the secret. */
type Planted = [text: string, secret: string];

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";
const HEX = `${DIGITS}abcdef`;
const ALNUM = UPPER + LOWER + DIGITS;
const BASE64 = `${ALNUM}+/`;

const begins =
  (head: string, alphabet: string, length: number, tail = "") =>
  (draw: Draw): Planted => {
    const secret = `${head}${draw(alphabet, length)}${tail}`;
    return [`  const client = connect("${secret}");\n`, secret];
  };
const inside =
  (make: (draw: Draw) => string, around: (secret: string) => string) =>
  (draw: Draw): Planted => {
    const secret = make(draw);
    return [around(secret), secret];
  };
const password = (draw: Draw) => `${draw(ALNUM, 7)}!${draw(DIGITS, 2)}${draw(LOWER, 4)}`;
const base64 = (text: string) => Buffer.from(text).toString("base64");
const uuid = (draw: Draw) => [8, 4, 4, 4, 12].map((length) => draw(HEX, length)).join("-");

const KINDS: Record<string, (draw: Draw) => Planted> = {
  "github classic": begins(`gh${"p_"}`, ALNUM, 36),
  "github oauth": begins(`gh${"o_"}`, ALNUM, 36),
  "gitlab personal": begins(`glp${"at-"}`, `${ALNUM}_-`, 20),
  "gitlab runner": begins(`glr${"t-"}`, ALNUM, 20),
  "gitlab oauth": begins(`glo${"as-"}`, ALNUM, 64),
  "aws id": begins(`AK${"IA"}`, `${UPPER}234567`, 16),
  "aws bedrock": begins(`AB${"SK"}`, BASE64, 120),
  "slack bot": inside(
    (d) => `xo${"xb-"}${d(DIGITS, 12)}-${d(DIGITS, 12)}-${d(ALNUM, 24)}`,
    (s) => `token: ${s}\n`,
  ),
  "stripe live": begins(`sk${"_live_"}`, ALNUM, 24),
  "stripe webhook": begins(`whs${"ec_"}`, ALNUM, 32),
  "google api": begins(`AI${"za"}`, `${ALNUM}_-`, 35),
  "google oauth": begins(`GOC${"SPX-"}`, `${ALNUM}_-`, 28),
  "npm token": begins(`np${"m_"}`, ALNUM, 36),
  "pypi token": begins(`pyp${"i-AgEIcHlwaS5vcmc"}`, ALNUM, 70),
  "sendgrid key": inside(
    (d) => `S${"G."}${d(ALNUM, 22)}.${d(ALNUM, 43)}`,
    (s) => `SENDGRID=${s}\n`,
  ),
  "sendinblue key": inside(
    (d) => `xkey${"sib-"}${d(HEX, 64)}-${d(ALNUM, 16)}`,
    (s) => `'${s}'`,
  ),
  "openai project": begins(`sk-${"proj-"}`, `${ALNUM}_-`, 60),
  "anthropic key": begins(`sk-${"ant-api03-"}`, `${ALNUM}_-`, 93, "AA"),
  "hugging face": begins(`h${"f_"}`, ALNUM, 34),
  "groq key": begins(`gs${"k_"}`, ALNUM, 52),
  "perplexity key": begins(`ppl${"x-"}`, ALNUM, 48),
  "replicate token": begins(`r${"8_"}`, ALNUM, 37),
  "xai key": begins(`xa${"i-"}`, ALNUM, 80),
  "digitalocean token": begins(`dop${"_v1_"}`, HEX, 64),
  "databricks token": begins(`dap${"i"}`, HEX, 32),
  "doppler token": begins(`dp${".pt."}`, ALNUM, 43),
  "docker token": begins(`dckr${"_pat_"}`, ALNUM, 27),
  "dynatrace token": inside(
    (d) => `dt0${"c01."}${d(UPPER + DIGITS, 24)}.${d(UPPER + DIGITS, 64)}`,
    (s) => `"${s}"`,
  ),
  "linear key": begins(`lin${"_api_"}`, ALNUM, 40),
  "new relic": begins(`NR${"AK-"}`, UPPER + DIGITS, 27),
  "notion token": inside(
    (d) => `nt${"n_"}${d(DIGITS, 11)}${d(ALNUM, 35)}`,
    (s) => `"${s}"`,
  ),
  "postman key": inside(
    (d) => `PM${"AK-"}${d(HEX, 24)}-${d(HEX, 34)}`,
    (s) => `"${s}"`,
  ),
  "planetscale token": begins(`pscale${"_tkn_"}`, ALNUM, 43),
  "pulumi token": begins(`pu${"l-"}`, HEX, 40),
  "rubygems token": begins(`rubygems${"_"}`, HEX, 48),
  "shopify token": begins(`shp${"at_"}`, HEX, 32),
  "sonar token": begins(`sq${"u_"}`, HEX, 40),
  "supabase key": begins(`sb${"p_"}`, HEX, 40),
  "typeform token": begins(`tf${"p_"}`, ALNUM, 44),
  "vault token": begins(`hv${"s."}`, ALNUM, 92),
  "vercel token": begins(`vc${"p_"}`, ALNUM, 28),
  "figma token": begins(`fig${"d_"}`, ALNUM, 43),
  "fly token": begins(`fo${"1_"}`, ALNUM, 43),
  "grafana service": inside(
    (d) => `gl${"sa_"}${d(ALNUM, 32)}_${d(HEX, 8)}`,
    (s) => `"${s}"`,
  ),
  "heroku key": begins(`HRKU${"-AA"}`, ALNUM, 58),
  "atlassian token": begins(`ATAT${"T3"}`, ALNUM, 60),
  "terraform token": inside(
    (d) => `${d(ALNUM, 14)}.atlas${"v1."}${d(ALNUM, 66)}`,
    (s) => `token = "${s}"`,
  ),
  "telegram token": inside(
    (d) => `${d("123456789", 9)}:A${"A"}${d(ALNUM, 33)}`,
    (s) => `bot("${s}")`,
  ),
  "discord token": inside(
    (d) => `M${d(ALNUM, 23)}.${d(ALNUM, 6)}.${d(ALNUM, 38)}`,
    (s) => `client.login("${s}");`,
  ),
  "mailchimp key": inside(
    (d) => `${d(HEX, 32)}-us${d("123456789", 1)}`,
    (s) => `const mailchimp = "${s}"`,
  ),
  "mailgun key": begins(`ke${"y-"}`, HEX, 32),
  "twilio key": begins(`S${"K"}`, HEX, 32),
  "square token": begins(`sq0${"atp-"}`, ALNUM, 22),
  "sourcegraph token": begins(`sg${"p_"}`, HEX, 40),
  "sentry user": begins(`sntry${"u_"}`, HEX, 64),
  "artifactory key": begins(`AK${"Cp"}`, ALNUM, 69),
  "alibaba id": begins(`LT${"AI"}`, ALNUM, 20),
  "age key": begins(`AGE-${"SECRET-KEY-1"}`, UPPER + DIGITS, 58),
  "1password key": inside(
    (d) =>
      `A${"3-"}${d(UPPER + DIGITS, 6)}-${d(UPPER + DIGITS, 11)}-${d(UPPER, 5)}-${d(UPPER, 5)}-${d(UPPER, 5)}`,
    (s) => `"${s}"`,
  ),
  "azure client secret": inside(
    (d) => `${d(ALNUM, 3)}8Q${"~"}${d(ALNUM, 34)}`,
    (s) => `clientSecret: "${s}",`,
  ),
  "json web token": inside(
    (d) => `ey${"J"}${d(ALNUM, 30)}.ey${"J"}${d(ALNUM, 60)}.${d(ALNUM, 43)}`,
    (s) => `"${s}"`,
  ),
  "private key": inside(
    (d) => `${d(BASE64, 64)}\n${d(BASE64, 64)}`,
    (s) => `-----BEGIN ${"PRIVATE"} KEY-----\n${s}\n-----END ${"PRIVATE"} KEY-----\n`,
  ),
  "putty key": inside(
    (d) => `${d(BASE64, 64)}\n${d(BASE64, 40)}`,
    (s) => `Private-Lines: 2\n${s}\nPrivate-MAC: 00\n`,
  ),
  "kubeconfig key": inside(
    (d) => d(BASE64, 400),
    (s) => `users:\n- name: a\n  user:\n    client-key-data: ${s}\n`,
  ),
  "kubeconfig token": inside(
    (d) => d(ALNUM, 64),
    (s) => `users:\n- name: a\n  user:\n    token: ${s}\n`,
  ),
  "kubernetes secret": inside(
    (d) => base64(password(d)),
    (s) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  user: YWRtaW4=\n  other: ${s}\n`,
  ),
  "docker config": inside(
    (d) => base64(`robot:${password(d)}`),
    (s) => `{"auths": {"registry.local": {"auth": "${s}"}}}`,
  ),
  "azure sas": inside(
    (d) => `${d(ALNUM, 43)}%3D`,
    (s) => `https://store.blob.core.windows.net/c?sv=2022-11-02&ss=b&se=2030-01-01&sig=${s}\n`,
  ),
  "aws signed address": inside(
    (d) => d(HEX, 64),
    (s) => `https://bucket.s3.amazonaws.com/key?X-Amz-Expires=900&X-Amz-Signature=${s}\n`,
  ),
  "azure storage": inside(
    (d) => `${d(BASE64, 86)}==`,
    (s) => `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${s};EndpointSuffix=y`,
  ),
  "service bus": inside(
    (d) => `${d(BASE64, 43)}=`,
    (s) => `Endpoint=sb://x/;SharedAccessKeyName=a;SharedAccessKey=${s}`,
  ),
  "sql connection": inside(
    password,
    (s) => `"Server=db;Database=app;User Id=app;Password=${s};Encrypt=true"`,
  ),
  "sql connection, short name": inside(password, (s) => `Data Source=db;Uid=app;Pwd=${s};`),
  "compose variable": inside(
    password,
    (s) => `services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: ${s}\n`,
  ),
  "compose list": inside(password, (s) => `    environment:\n      - MYSQL_ROOT_PASSWORD=${s}\n`),
  "env file": inside(password, (s) => `HOST=db\nDB_PASSWORD=${s}\nPORT=5432\n`),
  "env secret": inside(
    (d) => d(ALNUM, 32),
    (s) => `export SESSION_SECRET=${s}\n`,
  ),
  "rails key base": inside(
    (d) => d(HEX, 128),
    (s) => `production:\n  secret_key_base: ${s}\n`,
  ),
  "laravel app key": inside(
    (d) => `base64:${d(BASE64, 43)}=`,
    (s) => `APP_KEY=${s}\n`,
  ),
  "django secret": inside(
    (d) => d(`${LOWER}${DIGITS}`, 50),
    (s) => `SECRET_KEY = '${s}'\n`,
  ),
  "wordpress password": inside(password, (s) => `define( 'DB_PASSWORD', '${s}' );\n`),
  "wordpress salt": inside(
    (d) => d(ALNUM, 64),
    (s) => `define('AUTH_KEY', '${s}');\n`,
  ),
  "spring property": inside(
    password,
    (s) => `spring.datasource.username=app\nspring.datasource.password=${s}\n`,
  ),
  "yaml password": inside(password, (s) => `database:\n  host: db\n  password: "${s}"\n`),
  "json password": inside(password, (s) => `{ "host": "db", "password": "${s}" }`),
  "toml token": inside(
    (d) => d(ALNUM, 40),
    (s) => `[registry]\ntoken = "${s}"\n`,
  ),
  "ini key": inside(
    (d) => d(HEX, 40),
    (s) => `[service]\napi_key = ${s}\n`,
  ),
  "maven password": inside(password, (s) => `<server><id>a</id><password>${s}</password></server>`),
  "nuget password": inside(password, (s) => `<add key="ClearTextPassword" value="${s}" />`),
  "basic header": inside(
    (d) => base64(`admin:${password(d)}`),
    (s) => `headers = {"Authorization": "Basic ${s}"}`,
  ),
  "bearer header": inside(
    (d) => d(ALNUM, 40),
    (s) => `curl -H 'Authorization: Bearer ${s}' https://api.local/\n`,
  ),
  "api key header": inside(
    (d) => d(HEX, 32),
    (s) => `  "X-Api-Key": "${s}",\n`,
  ),
  "curl user": inside(password, (s) => `curl -u deploy:${s} https://host/\n`),
  "command password": inside(password, (s) => `mysql --user app --password=${s} app\n`),
  "sql statement": inside(password, (s) => `CREATE USER 'a'@'%' IDENTIFIED BY '${s}';\n`),
  "postgres role": inside(password, (s) => `CREATE ROLE app WITH PASSWORD '${s}';\n`),
  netrc: inside(password, (s) => `machine host.local\n  login app\n  password ${s}\n`),
  "url password": inside(
    (d) => d(ALNUM, 12),
    (s) => `redis://cache:${s}@cache.internal:6379/0\n`,
  ),
  "slack webhook": inside(
    (d) => `T${d(UPPER, 8)}/B${d(UPPER, 8)}/${d(ALNUM, 24)}`,
    (s) => `https://hooks.slack.com/services/${s}`,
  ),
  "discord webhook": inside(
    (d) => `${d("123456789", 18)}/${d(ALNUM, 68)}`,
    (s) => `https://discord.com/api/webhooks/${s}`,
  ),
  "teams webhook": inside(
    (d) => `${d(HEX, 32)}/${uuid(d)}`,
    (s) => `https://x.webhook.office.com/webhookb2/a@b/IncomingWebhook/${s}`,
  ),
  "aws secret": inside(
    (d) => d(BASE64, 40),
    (s) => `aws_secret_access_key = ${s}\n`,
  ),
  "datadog key": inside(
    (d) => d(HEX, 32),
    (s) => `const DATADOG_API_KEY = "${s}";`,
  ),
  "algolia key": inside(
    (d) => d(HEX, 32),
    (s) => `algolia: { apiKey: '${s}' }`,
  ),
  "cloudflare key": inside(
    (d) => d(`${ALNUM}_`, 40),
    (s) => `cloudflare_api_token = "${s}"`,
  ),
  "heroku uuid": inside(uuid, (s) => `HEROKU_API_KEY: "${s}"`),
  "facebook secret": inside(
    (d) => d(HEX, 32),
    (s) => `facebook.appSecret = "${s}"`,
  ),
  "twitter secret": inside(
    (d) => d(ALNUM, 50),
    (s) => `consumer_secret: '${s}',`,
  ),
  "okta token": inside(
    (d) => `00${d(ALNUM, 40)}`,
    (s) => `okta_api_token = "${s}"`,
  ),
  "bcrypt hash": inside(
    (d) => `$2b${"$12$"}${d(`${ALNUM}./`, 53)}`,
    (s) => `INSERT INTO users VALUES ('a', '${s}');`,
  ),
  "npm auth": inside(
    (d) => d(ALNUM, 36),
    (s) => `//registry.local/:_authToken=${s}\n`,
  ),
  "client secret": inside(
    (d) => d(ALNUM, 32),
    (s) => `OAuth(client_id="abc", client_secret="${s}")`,
  ),
  "go assignment": inside(
    (d) => d(ALNUM, 32),
    (s) => `\tapiToken := "${s}"\n`,
  ),
  "php array": inside(
    (d) => d(ALNUM, 32),
    (s) => `'secret' => '${s}',`,
  ),
};

const ROUNDS = 25;
const LEAST_RECALL = 0.97;

function drawFrom(seed: number): Draw {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (alphabet, length) =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join("");
}

/** Every line of the secret must be blanked, all but its ends at most. */
function isFound([text, secret]: Planted): boolean {
  const at = text.indexOf(secret);
  return findSecrets(text).some(({ start, end }) => start <= at + 8 && end >= at + secret.length - 2);
}

it("finds 97 of 100 planted secrets of over a hundred kinds, and no kind less than three times in four", () => {
  const missed: string[] = [];
  const rarelyFound: string[] = [];
  let planted = 0;
  for (const [kind, plant] of Object.entries(KINDS)) {
    const draw = drawFrom(20_261_117 + planted);
    const failures = Array.from({ length: ROUNDS }, () => plant(draw)).filter((one) => !isFound(one));
    planted += ROUNDS;
    missed.push(...failures.map(([text]) => `${kind}: ${text.trim().slice(0, 120)}`));
    if (failures.length >= ROUNDS / 4) rarelyFound.push(`${kind}: ${failures[0]?.[0]}`);
  }
  expect(rarelyFound).toEqual([]);
  expect(Object.keys(KINDS).length).toBeGreaterThan(100);
  expect(1 - missed.length / planted, missed.slice(0, 20).join("\n")).toBeGreaterThanOrEqual(LEAST_RECALL);
});

it("negative control: the same places with ordinary words are left alone", () => {
  const words = [
    'const token = "authorization-code-flow";',
    'apiKey: "REACT_APP_API_KEY_NAME"',
    "password: process.env.DB_PASSWORD",
    "POSTGRES_PASSWORD: $POSTGRES_PASSWORD",
    "DB_PASSWORD=changeme",
    'Authorization: "Bearer <your-token>"',
    "token = parse_access_token_v2",
    "const secret = await loadSecretFromVault2();",
    'password: "password"',
    "MAX_TOKEN_LENGTH = 4096",
    'tokenKind: "StringLiteralToken"',
    "secretKeyRef: { name: app-secrets, key: api-key-1 }",
    "https://user:password@example.org/",
    'key: "user-settings-panel-2"',
    "passwordField = document.getElementById('password-input-1')",
    "kind: ConfigMap\ndata:\n  user: YWRtaW5hZG1pbg==\n",
  ];
  expect(words.filter((text) => findSecrets(text).length > 0)).toEqual([]);
});
