/** Small repositories that make a fleet: services with a shared package, a monorepo, a reference, documents. */
import type { TempFolder } from "../../src/testing/git-fixture.ts";

const json = JSON.stringify;

export function makeFleet(scratch: TempFolder) {
  const auth = scratch.folder("auth-service").repository({
    "package.json": json({ name: "@shop/auth", version: "3.1.0", main: "src/index.ts" }),
    "src/index.ts": 'export { verifyToken } from "./verify.ts";\nexport * from "./session.ts";\n',
    "src/verify.ts":
      "/** Verifies the token of a user. */\nexport function verifyToken(token: string): boolean {\n  return token.length > 3;\n}\n",
    "src/session.ts": "export class Session {\n  close(): void {}\n}\n",
    Dockerfile: "FROM node\n",
    "docs/openapi.yaml": "openapi: 3.0.0\npaths: {}\n",
  });
  const payment = scratch.folder("payment-service").repository({
    "package.json": json({ name: "payment", dependencies: { "@shop/auth": "^2.0.0" } }),
    "src/pay.ts":
      'import { Session, verifyToken } from "@shop/auth";\n\n/** Payment processing flow. */\nexport function processPayment(token: string, amount: number): number {\n  if (!verifyToken(token)) throw new Error("no payment");\n  new Session();\n  return amount;\n}\n',
  });
  const fullstack = scratch.folder("my-fullstack-app").repository({
    "package.json": json({ name: "root", private: true, workspaces: ["apps/frontend", "packages/*"] }),
    "apps/backend/requirements.txt": "fastapi==0.110\n",
    "apps/backend/main.py":
      'def authenticate_user(name):\n    """User authentication in the backend."""\n    return name\n',
    "apps/frontend/package.json": json({ name: "frontend", dependencies: { "@app/shared-types": "*" } }),
    "apps/frontend/src/login.ts":
      'import { User } from "@app/shared-types";\nexport function authenticationForm(user: User): string {\n  return user.name;\n}\n',
    "packages/shared-types/package.json": json({ name: "@app/shared-types", main: "index.ts" }),
    "packages/shared-types/index.ts": "export interface User {\n  name: string;\n}\n",
  });
  const nest = scratch
    .folder("nestjs")
    .repository(
      Object.fromEntries(
        Array.from({ length: 8 }, (_, at) => [
          `packages/common/guard${at}.ts`,
          `/** How to implement guards. */\nexport class AuthGuard${at} {\n  canActivate(): boolean {\n    return true;\n  }\n}\n`,
        ]),
      ),
    );
  const app = scratch.folder("my-nestjs-app").repository({
    "src/guards/auth.guard.ts":
      "/** Guards of the app. */\nexport class AppGuard {\n  canActivate(): boolean {\n    return true;\n  }\n}\n",
  });
  const docs = scratch.folder("libraries").repository({
    "api-guide.md": "# API usage examples\n\nHow guards are used.\n\n## Login\n\nCall login.\n",
    "more.md": "# More guards\n\nText.\n",
  });
  return { auth, payment, fullstack, nest, app, docs };
}
