/** How programs of each language ask for addresses: a call on something, and where the path stands. */

export interface ClientCall {
  /** Of the called name, where many are alike: `fetchURL`, `apiFetch`. */
  like?: RegExp;
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
  /** Files with such an import serve: `api.get("/a", show)` is no call there. */
  unless?: RegExp;
  /** Names of types whose values are clients: `private readonly users: HttpClient`. */
  types?: RegExp;
  /** Found by what it is called alone, so it is a guess. */
  isGuess?: boolean;
  /** Some import of the file must match; absent: what is called comes with the language. */
  imports?: RegExp;
  calls: readonly ClientCall[];
  /** Make a client with a base of its own: `axios.create({ baseURL: "/api" })`. */
  makers?: readonly { receiver?: RegExp; name: string; keys: readonly string[]; at?: number }[];
}

const VERBS = ["get", "post", "put", "patch", "delete", "head", "options"];
/** Frameworks whose routers have the same methods as clients. */
const SERVERS =
  /^(?:express|fastify|hono|koa|@koa\/router|koa-router|polka|restify|h3|elysia|msw|@nestjs\/common|supertest)(?:$|\/)/;
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
    // Functions and objects of a project's own around one of these.
    languages: SCRIPTS,
    unless: SERVERS,
    isGuess: true,
    calls: [
      {
        name: "",
        like: /^(?:api|auth|authed|base|custom|http|safe|secure|with\w+)?_?(?:[fF]etch|[rR]equest)(?:er|JSON|Json|URL|Url|Api|API|WithAuth|Data|Text)?$/,
      },
      { name: "__request", at: 1 },
      { name: "customInstance" },
      { receiver: /^(?:\$|jQuery)$/, name: "ajax" },
      ...["get", "post"].map((verb) => ({
        receiver: /^(?:\$|jQuery)$/,
        name: verb,
        method: verb.toUpperCase(),
      })),
      { receiver: /(?:xhr|XMLHttpRequest\(\)|[rR]equest)$/, name: "open", at: 1, methodAt: 0 },
      ...VERBS.map((verb) => ({
        receiver: /(?:^|\.)\w*(?:[hH]ttp|[aA]xios|[aA]pi|API|[cC]lient|[rR]equests?|[fF]etch(?:er)?)$/,
        name: verb,
        method: verb.toUpperCase(),
      })),
      // openapi-fetch
      ...VERBS.map((verb) => ({
        receiver: /(?:[cC]lient|[aA]pi|[fF]etch\w*)$/,
        name: verb.toUpperCase(),
        method: verb.toUpperCase(),
      })),
    ],
  },
  {
    languages: SCRIPTS,
    types: /^(?:HttpClient|AxiosInstance|AxiosStatic|KyInstance|Got|HttpService)$/,
    imports: /^(?:axios|ky|got|superagent|ofetch|wretch|@angular\/common\/http|\.|@\/|~\/|#)/,
    calls: [
      { name: "axios" },
      { name: "ky" },
      { name: "got" },
      {
        receiver: /^(?:axios|superagent|(?:this\.)?(?:http|httpClient|api|client|axiosInstance))$/,
        name: "request",
      },
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
    imports: /^(?:requests|httpx|aiohttp|urllib3|niquests)/,
    types: /(?:^|\.)(?:Session|AsyncClient|Client|ClientSession)$/,
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
      { name: "AsyncClient", keys: ["base_url"] },
      { name: "ClientSession", keys: ["base_url"], at: 0 },
      { receiver: /^requests$/, name: "Session", keys: [] },
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
    makers: [{ receiver: /(?:resty\.New\(\)|[cC]lient)$/, name: "SetBaseURL", keys: [], at: 0 }],
  },
  {
    // RestSharp
    languages: ["csharp"],
    imports: /^RestSharp/,
    calls: [{ name: "RestRequest", methodAt: 1 }],
    makers: [{ name: "RestClient", keys: ["baseUrl"], at: 0 }],
  },
  {
    languages: ["csharp"],
    types: /^HttpClient$/,
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
    imports:
      /^(?:org\.springframework\.(?:web|boot)|retrofit2|java\.net|okhttp3|io\.ktor\.client|kong\.unirest)/,
    types: /^(?:RestTemplate|TestRestTemplate|RestOperations)$/,
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
      { receiver: /URI$/, name: "create" },
      { receiver: /Request\.Builder\(\)$/, name: "url" },
      ...VERBS.map((verb) => ({
        receiver: /(?:^|\.)(?:Unirest|\w*[cC]lient)$/,
        name: verb,
        method: verb.toUpperCase(),
      })),
    ],
    makers: [
      { receiver: /WebClient$/, name: "create", keys: [], at: 0 },
      { receiver: /(?:builder\(\)|[bB]uilder)$/, name: "baseUrl", keys: [], at: 0 },
    ],
  },
  {
    languages: ["ruby"],
    calls: [
      ...verbs(
        /^(?:HTTParty|Faraday|RestClient|HTTP|Excon|Typhoeus|self\.class|(?:@)?(?:conn|connection|client|faraday|http))$/,
      ),
    ],
    makers: [{ receiver: /^Faraday$/, name: "new", keys: ["url"], at: 0 }],
  },
  {
    languages: ["php"],
    calls: [
      ...verbs(
        /^(?:(?:\w+\\)*Http(?:::\w+\(\)(?:->\w+\(\))*)?|\$(?:this->)?(?:client|http|httpClient|guzzle|api))$/,
      ),
      { receiver: /^\$(?:this->)?(?:client|http|httpClient|guzzle)$/, name: "request", at: 1, methodAt: 0 },
    ],
  },
  {
    languages: ["rust"],
    imports: /reqwest/,
    calls: [
      ...verbs(
        /^(?:reqwest|(?:self\.)?\w*client|reqwest::blocking|http|(?:reqwest::)?(?:blocking::)?Client::new\(\))$/,
      ),
    ],
  },
];

/** A file that asks for an address has some of these: libraries, what clients are called, and calls that need neither. */
export const CLIENT_WORDS: readonly string[] = [
  ..."axios ky got superagent ofetch wretch requests httpx aiohttp urllib3 niquests resty RestSharp Refit".split(
    " ",
  ),
  ..."retrofit2 okhttp3 unirest HTTParty Faraday Excon Typhoeus guzzle reqwest".split(" "),
  ..."http client api httpclient apiclient restclient webclient session connection conn".split(" "),
  ..."fetch fetcher request xhr ajax getJSON post customInstance exchange uri".split(" "),
  ..."RestTemplate RestOperations URI".split(" "),
  "url method",
];
