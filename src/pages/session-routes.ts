/** How a browser comes in and leaves: a link that works once, a cookie and a key for it. */
import { z } from "zod";
import type { PageAccess } from "../http/page-access.ts";
import { jsonResponse, refusal } from "../http/refusal.ts";
import type { Route } from "../http/routes.ts";
import { readArguments } from "../http/tool-api.ts";

const CODE = z.object({ code: z.string().min(1).max(200) });

/** The code stands behind `#`: browsers send that part to nobody, and the page takes it out of the address at once. */
export function signInAddress(url: string, access: PageAccess): string {
  return `${url}/sign-in#${access.newCode()}`;
}

export function sessionRoutes(access: PageAccess): Route[] {
  const described = (operationId: string, summary: string, answer: string) => ({
    operationId,
    summary,
    answer,
  });
  return [
    {
      methods: ["POST"],
      path: /^\/api\/v1\/sign-in\/links$/,
      name: "sign-in-links",
      about: {
        path: "/api/v1/sign-in/links",
        ...described(
          "new_sign_in_link",
          "A link that signs a browser in, once, within ten minutes",
          "The link",
        ),
      },
      handle: ({ request }) => jsonResponse({ url: signInAddress(new URL(request.url).origin, access) }),
    },
    {
      methods: ["POST"],
      path: /^\/api\/v1\/sign-in$/,
      name: "sign-in",
      isPublic: true,
      about: {
        path: "/api/v1/sign-in",
        ...described(
          "sign_in",
          "Exchanges the code of a link for a cookie and a key",
          "The key; the cookie is a header",
        ),
        body: z.toJSONSchema(CODE) as Record<string, unknown>,
      },
      handle: async ({ request }) => {
        const given = CODE.safeParse(await readArguments(request));
        const signedIn = given.success ? access.redeem(given.data.code) : null;
        if (!signedIn) throw refusal("HTTP_CODE_REFUSED", "the link was used before, or is too old");
        return jsonResponse({ key: signedIn.key }, 200, { "set-cookie": signedIn.setCookie });
      },
    },
    {
      methods: ["POST"],
      path: /^\/api\/v1\/sign-out$/,
      name: "sign-out",
      isForPages: true,
      about: {
        path: "/api/v1/sign-out",
        ...described("sign_out", "Takes the cookie back", "Nothing"),
      },
      handle: () => jsonResponse({}, 200, { "set-cookie": access.clearCookie }),
    },
  ];
}
