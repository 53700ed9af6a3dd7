// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the programs that are read
import { expect, it } from "vitest";
import { needsIn, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();

async function keysOf(path: string, source: string): Promise<string[]> {
  const { needs } = await contractsOf({ [path]: source });
  return needs.map(
    ({ need }) =>
      `${need.key}${need.details.host ? ` @${need.details.host}` : ""}${need.details.base ? ` on ${need.details.base}` : ""}`,
  );
}

it.each([
  ["fetch", "a.ts", 'fetch("/api/users");', ["GET /api/users"]],
  [
    "fetch with a method",
    "a.ts",
    'fetch(`/api/users/${id}`, { method: "DELETE" });',
    ["DELETE /api/users/{}"],
  ],
  ["a host", "a.ts", 'await fetch("https://auth.internal/verify?x=1");', ["GET /verify @auth.internal"]],
  ["a base that a variable holds", "a.ts", "fetch(`${API_URL}/users/${id}`);", ["GET /users/{} on API_URL"]],
  [
    "a base that a constant of the file holds",
    "a.ts",
    'const BASE = "/api/v2";\nfetch(`${BASE}/users`);',
    ["GET /api/v2/users"],
  ],
  [
    "axios with a base",
    "a.ts",
    'import axios from "axios";\nconst api = axios.create({ baseURL: "/api" });\napi.post("/users", body);',
    ["POST /api/users"],
  ],
  ["a map is no client", "a.ts", 'const cache = new Map();\ncache.get("/users");', []],
  [
    "requests",
    "a.py",
    'import requests\nrequests.post(f"{BASE}/orders/{id}", json=x)\n',
    ["POST /orders/{} on BASE"],
  ],
  [
    "httpx with a base",
    "a.py",
    'import httpx\nclient = httpx.Client(base_url="http://shop/api")\nclient.get("/orders")\n',
    ["GET /api/orders"],
  ],
  [
    "Go",
    "a.go",
    'package a\nimport "net/http"\nfunc f() {\n  http.Get("http://shop/orders")\n  http.NewRequest("PUT", base+"/orders/1", nil)\n}\n',
    ["GET /orders @shop", "PUT /orders/1 on base"],
  ],
  [
    "C#",
    "A.cs",
    'class A { async Task F() { await _httpClient.GetAsync($"/api/orders/{id}"); } }',
    ["GET /api/orders/{}"],
  ],
  ["PHP", "a.php", "<?php $r = Http::post('/api/orders', []);", ["POST /api/orders"]],
])("%s", async (_, path, source, expected) => {
  expect(await keysOf(path, source)).toEqual(expected);
});

it("a call meets the route of a back end in another language, through a client of another file", async () => {
  const contracts = await contractsOf({
    "server/main.py": `from fastapi import FastAPI
app = FastAPI()

@app.get("/api/orders/{id}")
def order(id: int):
    pass
`,
    "web/src/client.ts":
      'import axios from "axios";\nexport const api = axios.create({ baseURL: "/api" });\n',
    "web/src/order.ts":
      'import { api } from "./client";\nexport const load = (id: string) => api.get(`/orders/${id}`);\n',
  });
  expect(needsIn(contracts)).toEqual([
    "GET /api/orders/{} resolved web/src/order.ts#load:2 met by server/main.py#order (resolved)",
  ]);
});
