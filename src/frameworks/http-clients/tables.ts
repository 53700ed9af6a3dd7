/** How programs of each language ask for addresses: a call on something, and where the path stands. */

export interface ClientCall {
  /** What is left of the dot; matched as a whole. Absent: nothing is. */
  receiver?: RegExp;
  name: string;
  /** Absent: the option, or GET. */
  method?: string;
  /** Position of the address; 0 when absent. */
  at?: number;
  /** Position of the method where it is given as a text: `requests.request("GET", …)`. */
  methodAt?: number;
}

export interface ClientTable {
  languages: readonly string[];
  /** Some import of the file must match; absent: what is called comes with the language. */
  imports?: RegExp;
  calls: readonly ClientCall[];
  /** Make a client with a base of its own: `axios.create({ baseURL: "/api" })`. */
  makers?: readonly { receiver?: RegExp; name: string; keys: readonly string[]; at?: number }[];
}

const VERBS = ["get", "post", "put", "patch", "delete", "head", "options"];
const SCRIPTS = ["javascript", "typescript", "jsx", "tsx", "vue", "svelte", "astro"];

function verbs(receiver: RegExp, spell: (verb: string) => string = (verb) => verb): ClientCall[] {
  return VERBS.map((verb) => ({ receiver, name: spell(verb), method: verb.toUpperCase() }));
}

function capitalised(verb: string): string {
  return verb[0]!.toUpperCase() + verb.slice(1);
}

export const CLIENT_TABLES: readonly ClientTable[] = [
  {
    languages: SCRIPTS,
    calls: [
      { name: "fetch" },
      { receiver: /^(?:window|globalThis|self)$/, name: "fetch" },
      { name: "$fetch" },
      { name: "useFetch" },
    ],
  },
  {
    languages: SCRIPTS,
    imports: /^(?:axios|ky|got|superagent|ofetch|wretch|@angular\/common\/http|\.|@\/|~\/|#)/,
    calls: [
      { name: "axios" },
      ...verbs(/^(?:axios|ky|got|superagent|request)$/),
      ...verbs(
        /^(?:this\.)?(?:_?http|httpClient|http_client|apiClient|api|client|axiosInstance|instance|\$http|\$api)$/,
      ),
    ],
    makers: [
      { receiver: /^axios$/, name: "create", keys: ["baseURL"] },
      { receiver: /^ky$/, name: "create", keys: ["prefixUrl", "prefix"] },
      { receiver: /^ky$/, name: "extend", keys: ["prefixUrl", "prefix"] },
      { receiver: /^got$/, name: "extend", keys: ["prefixUrl"] },
    ],
  },
  {
    languages: ["python"],
    imports: /^(?:requests|httpx|aiohttp|urllib3)/,
    calls: [
      ...verbs(/^(?:requests|httpx|(?:self\.)?_?(?:session|client|http|http_client|api))$/),
      {
        receiver: /^(?:requests|httpx|(?:self\.)?_?(?:session|client))$/,
        name: "request",
        at: 1,
        methodAt: 0,
      },
    ],
    makers: [
      { receiver: /^httpx$/, name: "Client", keys: ["base_url"] },
      { receiver: /^httpx$/, name: "AsyncClient", keys: ["base_url"] },
      { receiver: /^aiohttp$/, name: "ClientSession", keys: ["base_url"], at: 0 },
    ],
  },
  {
    languages: ["go"],
    imports: /^(?:net\/http|github\.com\/go-resty)/,
    calls: [
      ...verbs(/^http$/, capitalised).filter(({ name }) => ["Get", "Post", "Head"].includes(name)),
      { receiver: /^http$/, name: "NewRequest", at: 1, methodAt: 0 },
      { receiver: /^http$/, name: "NewRequestWithContext", at: 2, methodAt: 1 },
      ...verbs(/(?:\.R\(\).*|^client)$/, capitalised),
    ],
  },
  {
    languages: ["csharp"],
    calls: VERBS.flatMap((verb) =>
      ["Async", "AsJsonAsync", "FromJsonAsync", "StringAsync"].map((end) => ({
        receiver: /^(?:this\.)?_?(?:http|httpClient|client|http_client|\w*[cC]lient)$/,
        name: `${capitalised(verb)}${end}`,
        method: verb.toUpperCase(),
      })),
    ),
  },
  {
    languages: ["java", "kotlin"],
    imports: /^(?:org\.springframework\.web|retrofit2|java\.net\.http)/,
    calls: [
      { receiver: /[rR]estTemplate$/, name: "getForObject", method: "GET" },
      { receiver: /[rR]estTemplate$/, name: "getForEntity", method: "GET" },
      { receiver: /[rR]estTemplate$/, name: "postForObject", method: "POST" },
      { receiver: /[rR]estTemplate$/, name: "postForEntity", method: "POST" },
      { receiver: /[rR]estTemplate$/, name: "put", method: "PUT" },
      { receiver: /[rR]estTemplate$/, name: "delete", method: "DELETE" },
      { receiver: /[rR]estTemplate$/, name: "exchange" },
      ...["get", "post", "put", "patch", "delete"].map((verb) => ({
        receiver: new RegExp(`\\.${verb}\\(\\)$`),
        name: "uri",
        method: verb.toUpperCase(),
      })),
    ],
  },
  {
    languages: ["ruby"],
    calls: [...verbs(/^(?:HTTParty|Faraday|RestClient|HTTP|(?:@)?(?:conn|connection|client|faraday))$/)],
    makers: [{ receiver: /^Faraday$/, name: "new", keys: ["url"], at: 0 }],
  },
  {
    languages: ["php"],
    calls: [
      ...verbs(/^(?:Http|\$(?:this->)?(?:client|http|httpClient|guzzle))$/),
      { receiver: /^\$(?:this->)?(?:client|http|httpClient|guzzle)$/, name: "request", at: 1, methodAt: 0 },
    ],
  },
  {
    languages: ["rust"],
    imports: /reqwest/,
    calls: [...verbs(/^(?:reqwest|(?:self\.)?client|reqwest::blocking|http)$/)],
  },
];
