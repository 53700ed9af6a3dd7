/** The services, the monorepo, the framework and the documents that the examples of the six tools speak of. */
import type { TempFolder } from "../../src/testing/git-fixture.ts";

const json = JSON.stringify;

const LOGIN = `import { User } from "../models/user";
import { hashPassword } from "../utils/crypto";

/** Authenticates a user by name and password. */
export function authenticateUser(username: string, password: string): User {
  return { username, hash: hashPassword(password) };
}

/** JWT token validation. */
export function validateToken(token: string): boolean {
  return token.split(".").length === 3;
}
`;
/** Long enough for its likeness to be seen. */
const FORMAT_DATE = `/** Formats the date of a payment. */
export function formatDate(date: Date): string {
  const year = date.getFullYear();
  const month = String(date.getMonth() + 1).padStart(2, "0");
  const day = String(date.getDate()).padStart(2, "0");
  const hours = String(date.getHours()).padStart(2, "0");
  const minutes = String(date.getMinutes()).padStart(2, "0");
  return [year, month, day].join("-") + " " + [hours, minutes].join(":");
}
`;

const openApi = (path: string, summary: string) =>
  `openapi: 3.0.0\ninfo: { title: API, version: "1" }\npaths:\n  ${path}:\n    post: { summary: ${summary}, responses: {} }\n`;

export const SEED_FLEET = {
  "auth-service": {
    "package.json": json({ name: "auth", dependencies: { express: "4" } }),
    "docs/openapi.yaml": openApi("/api/verify", "Verify JWT token validity"),
    "src/auth/login.ts": LOGIN,
    "src/utils/crypto.ts":
      'import { createHash } from "node:crypto";\nimport { SALT } from "./salt";\n\nexport function hashPassword(plain: string): string {\n  return createHash("sha256").update(plain + SALT).digest("hex");\n}\n',
    "src/utils/salt.ts": 'import { pepper } from "./pepper";\n\nexport const SALT = "salt" + pepper;\n',
    "src/utils/pepper.ts": 'export const pepper = "pepper";\n',
    "src/models/user.ts": "export interface User {\n  username: string;\n  hash: string;\n}\n",
    "src/controllers/verify.ts":
      'import { validateToken } from "../auth/login";\n\nexport function verifyToken(req: Request, res: Response): void {\n  res.json({ valid: validateToken(req.body.token) });\n}\n',
    "src/app.ts":
      'import express from "express";\nimport { verifyToken } from "./controllers/verify";\n\nconst app = express();\napp.post("/api/verify", verifyToken);\n',
  },
  "notification-service": {
    "package.json": json({ name: "notification", dependencies: { express: "4" } }),
    "src/app.ts":
      'import express from "express";\n\nfunction sendNotification(req: Request, res: Response): void {\n  res.end();\n}\n\nconst app = express();\napp.post("/api/notifications/send", sendNotification);\n',
  },
  "payment-service": {
    "package.json": json({ name: "payment" }),
    "api/swagger.json": json({ swagger: "2.0", info: { title: "Payment", version: "1" }, paths: {} }),
    "src/process-payment.ts": `import { formatDate } from "./dates";

/** Payment processing flow: verifies the user, then tells them. */
export async function processPayment(token: string, amount: number): Promise<string> {
  await fetch("http://auth-service/api/verify", { method: "POST", body: JSON.stringify({ token }) });
  await fetch("http://notification-service/api/notifications/send", { method: "POST" });
  return formatDate(new Date()) + amount;
}
`,
    "src/dates.ts": FORMAT_DATE,
    "src/payment-validator.ts":
      "/** Payment processing checks an amount first. */\nexport function validatePayment(amount: number): boolean {\n  return amount > 0;\n}\n",
    "src/invoices/dates.ts": FORMAT_DATE,
  },
  "user-service": {
    "package.json": json({ name: "users" }),
    "schema.graphql": "type Query {\n  getUser(id: ID!): User\n}\ntype User { id: ID! }\n",
    "src/resolvers/user.ts":
      "/** GraphQL resolvers for user queries. */\nexport const resolvers = {\n  Query: {\n    getUser(parent: unknown, args: { id: string }) {\n      return { id: args.id };\n    },\n  },\n};\n",
  },
  "my-fullstack-app": {
    "package.json": json({ name: "root", private: true, workspaces: ["apps/frontend"] }),
    "apps/backend/requirements.txt": "fastapi==0.110\n",
    "apps/backend/main.py":
      'from fastapi import FastAPI\n\napp = FastAPI()\n\n\n@app.get("/api/users")\ndef list_users():\n    """User API implementation."""\n    return []\n\n\ndef authenticate_user(name):\n    """User authentication in the backend."""\n    return name\n',
    "apps/frontend/package.json": json({ name: "frontend" }),
    "apps/frontend/src/api-client.ts":
      "/** Client of the user API. */\nexport async function loadUsers(): Promise<unknown> {\n  return (await fetch('/api/users')).json();\n}\n\n/** User authentication form. */\nexport function authenticationForm(): string {\n  return 'form';\n}\n",
  },
  "my-nestjs-app": Object.fromEntries(
    ["auth", "roles"].map((name) => [
      `src/guards/${name}.guard.ts`,
      `/** How to implement guards: ${name}. */\nexport class ${name}Guard {\n  canActivate(): boolean {\n    return true;\n  }\n}\n`,
    ]),
  ),
  nestjs: Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [
      `packages/common/guard${at}.ts`,
      `/** How to implement guards. */\nexport class CommonGuard${at} {\n  canActivate(): boolean {\n    return true;\n  }\n}\n`,
    ]),
  ),
  libraries: Object.fromEntries(
    ["api-guide", "authentication", "best-practices", "errors", "paging"].map((name) => [
      `${name}.md`,
      `# ${name}\n\nAPI usage examples of ${name}.\n\n## Later\n\nNothing of it.\n`,
    ]),
  ),
} as const satisfies Record<string, Record<string, string>>;

/** Paths by folder name. */
export function writeSeedFleet(scratch: TempFolder): Record<keyof typeof SEED_FLEET, string> {
  const written = Object.entries(SEED_FLEET).map(([name, files]) => {
    return [name, scratch.folder(name).repository(files).path];
  });
  return Object.fromEntries(written) as Record<keyof typeof SEED_FLEET, string>;
}
