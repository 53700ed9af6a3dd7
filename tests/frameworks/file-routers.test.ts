/** Routers whose paths are told by where files lie. */
import { expect, it } from "vitest";
import { offersIn, useContracts } from "./contracts-of.ts";

const contractsOf = useContracts();

it("Next.js: handlers and pages of the app router, handlers and pages of the pages router", async () => {
  const contracts = await contractsOf({
    "app/api/carts/[id]/route.ts":
      "export async function GET() {}\nexport const POST = wrap(async () => {});\nfunction helper() {}\n",
    "app/(shop)/carts/[...path]/page.tsx": "export default function Cart() { return null; }\n",
    "app/_lib/route.ts": "export function GET() {}\n",
    "app/feed/(.)photo/page.tsx": "export default function Photo() { return null; }\n",
    "web/src/pages/api/orders/[id].ts":
      'import type { NextApiRequest } from "next";\nexport default function handler(q: NextApiRequest) {}\n',
    "web/src/pages/index.tsx":
      'import Link from "next/link";\nexport default function Home() { return null; }\n',
    "web/src/pages/_app.tsx":
      'import Link from "next/link";\nexport default function App() { return null; }\n',
    "other/pages/list.tsx": "export default function List() { return null; }\n",
  });
  expect(offersIn(contracts)).toEqual([
    "GET /carts/{} resolved app/(shop)/carts/[...path]/page.tsx#Cart:1",
    "GET /api/carts/{} resolved app/api/carts/[id]/route.ts#GET:1",
    "POST /api/carts/{} resolved app/api/carts/[id]/route.ts#POST:2",
    "* /api/orders/{} resolved web/src/pages/api/orders/[id].ts#handler:2",
    "GET / resolved web/src/pages/index.tsx#Home:2",
  ]);
});

it("React Router: names of files, and routes that a file lists", async () => {
  const contracts = await contractsOf({
    "app/routes/carts.$id_.edit.tsx":
      'import { useLoaderData } from "@remix-run/react";\nexport async function loader() {}\nexport async function action() {}\nexport default function Edit() {}\n',
    "app/routes/_auth.login/route.tsx":
      'import { Form } from "react-router";\nexport default function Login() {}\n',
    "app/routes/_auth.login/form.tsx":
      'import { Form } from "react-router";\nexport default function Inner() {}\n',
    "app/routes/sitemap[.]xml.ts": 'import { x } from "react-router";\nexport function loader() {}\n',
    "web/app/routes.ts": `import { index, layout, prefix, route } from "@react-router/dev/routes";
export default [
  index("./home.tsx"),
  route("carts/:id", "./cart.tsx", [route("edit", "./edit.tsx")]),
  layout("./frame.tsx", [route("login", "./login.tsx")]),
  ...prefix("api", [route("x", "./x.tsx")]),
];
`,
  });
  expect(contracts.offers.map(({ key }) => key)).toEqual([
    "GET /login",
    "GET /carts/{}/edit",
    "POST /carts/{}/edit",
    "GET /sitemap.xml",
    "GET /",
    "GET /carts/{}",
    "GET /carts/{}/edit",
    "GET /login",
    "GET /api/x",
  ]);
});
