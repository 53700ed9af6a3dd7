/** A small fleet: two monorepos, three services in three languages over one shared library, a framework and its documents. */
import type { TempFolder } from "../../src/testing/git-fixture.ts";

const json = JSON.stringify;

/** By folder; every one becomes a repository. */
export const FLEET: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  storefront: {
    "package.json": json({ name: "storefront", private: true }),
    "pnpm-workspace.yaml": "packages:\n  - apps/*\n  - packages/*\n",
    "turbo.json": "{}",
    "apps/web/package.json": json({ name: "@store/web", dependencies: { "@store/ui": "workspace:*" } }),
    "apps/web/tsconfig.json": json({ compilerOptions: { paths: { "@/*": ["./src/*"] } } }),
    "apps/web/src/page.ts":
      'import { renderBasket } from "@store/ui";\nimport { title } from "@/title";\nexport const basketPage = () => title + renderBasket([]);\n',
    "apps/web/src/title.ts": 'export const title = "Basket";\n',
    "packages/ui/package.json": json({ name: "@store/ui", version: "1.0.0", exports: "./src/index.ts" }),
    "packages/ui/src/index.ts": 'export { renderBasket } from "./basket.ts";\n',
    "packages/ui/src/basket.ts":
      "/** Renders the basket of a customer. */\nexport function renderBasket(items: string[]): string {\n  return items.join();\n}\n",
  },
  engine: {
    "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
    "crates/pricing/Cargo.toml": '[package]\nname = "pricing"\nversion = "0.4.0"\n',
    "crates/pricing/src/lib.rs":
      "/// Discount of a basket.\npub fn basket_discount(total: u32) -> u32 {\n    total / 10\n}\n",
    "crates/cli/Cargo.toml":
      '[package]\nname = "cli"\nversion = "0.1.0"\n[dependencies]\npricing = { path = "../pricing" }\n',
    "crates/cli/src/main.rs": "fn main() {\n    pricing::basket_discount(5);\n}\n",
  },
  shared: {
    "js/package.json": json({ name: "@fleet/shared", version: "3.1.0", main: "index.ts" }),
    "js/index.ts":
      "/** Formats an invoice number. */\nexport function formatInvoice(id: number): string {\n  return String(id);\n}\n",
    "py/pyproject.toml": '[project]\nname = "fleet-shared"\nversion = "3.1.0"\n',
    "py/fleet_shared/__init__.py":
      'def format_invoice(number):\n    """Formats an invoice number."""\n    return f"R{number}"\n',
    "go/go.mod": "module example.com/fleet/shared\n\ngo 1.20\n",
    "go/invoice.go":
      'package shared\n\n// FormatInvoice formats an invoice number.\nfunc FormatInvoice(id int) string { return "R" }\n',
  },
  "billing-service": {
    "package.json": json({ name: "billing", dependencies: { "@fleet/shared": "^2.0.0" } }),
    Dockerfile: "FROM node\n",
    "src/bill.ts":
      'import { formatInvoice } from "@fleet/shared";\nexport function bill(id: number): string {\n  return formatInvoice(id);\n}\n',
  },
  "mail-service": {
    "pyproject.toml": '[project]\nname = "mail"\nversion = "1.0"\ndependencies = ["fleet-shared>=3"]\n',
    Dockerfile: "FROM python\n",
    "mail/__init__.py": "",
    "mail/send.py":
      "from fleet_shared import format_invoice\n\n\ndef send_bill(number):\n    return format_invoice(number)\n",
  },
  "ledger-service": {
    "go.mod": "module example.com/fleet/ledger\n\ngo 1.20\n\nrequire example.com/fleet/shared v3.1.0\n",
    Dockerfile: "FROM golang\n",
    "book.go":
      'package ledger\n\nimport "example.com/fleet/shared"\n\nfunc Book(id int) string { return shared.FormatInvoice(id) }\n',
  },
  framework: Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [
      `src/guard${at}.ts`,
      `/** How requests are guarded. */\nexport class RequestGuard${at} {\n  canActivate(): boolean {\n    return true;\n  }\n}\n`,
    ]),
  ),
  handbook: {
    "guide.md":
      "# Guide\n\n## Guards\n\nHow requests are guarded in our services.\n\n## Baskets\n\nA basket is rendered by the web.\n",
    "mail.md": "# Mail\n\nBills are sent by mail.\n",
    "ledger.md": "# Ledger\n\nWhat is booked stays.\n",
    "more.md": "# More\n\nHow requests are guarded elsewhere.\n",
    "spec/returns.md":
      "# Returns\n\n## Refund window\n\nA refund window of thirty days begins with the parcel.\n",
    "last.md": "# Last\n\nHow requests are guarded at last.\n",
  },
};

export function writeFleet(folder: TempFolder): void {
  for (const [name, files] of Object.entries(FLEET)) folder.folder(name).repository(files);
}
