import { useEffect, useState } from "react";
import { signIn } from "../api/client.ts";

/** The code is taken out of the address before anything else, so that it is kept nowhere. */
export function SignInPage({ code }: { code: string }) {
  const [given] = useState(code);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (given === "") return;
    history.replaceState(null, "", "/sign-in");
    signIn(given).then(
      () => location.replace("/"),
      () => setRefused(true),
    );
  }, [given]);
  return (
    <main className="sign-in">
      <h1>clew</h1>
      {given !== "" && !isRefused ? (
        <p role="status">Signing in …</p>
      ) : (
        <>
          <p>{isRefused ? "This link was used before, or is too old." : "This browser is not signed in."}</p>
          <p>
            Run <code>clew ui</code> in a terminal; it prints a link that works once.
          </p>
        </>
      )}
    </main>
  );
}
