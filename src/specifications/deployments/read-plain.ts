/** Plain text that names addresses: examples of environment files, configuration of nginx. */
import type { GatewayRule, GivenFile, NamedAddress } from "../contract.ts";

/** Never a real `.env`, which holds secrets and is not indexed. */
export function isEnvironmentExample(path: string): boolean {
  return (
    /(?:^|\/)(?:\.env\.[\w.-]*|[\w.-]*\.env(?:\.[\w-]+)*|env\.[\w-]+)$/i.test(path) &&
    !/\.(?:ts|js|py|mjs)$/.test(path)
  );
}

export function isNginxFile(path: string): boolean {
  return /(?:^|\/)(?:nginx[\w./-]*|[\w.-]+)\.conf(?:\.template)?$/i.test(path);
}

const ASSIGNMENT =
  /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*[=:]\s*["']?((?:https?|wss?|grpc):\/\/[^\s"'#]+|\/[\w./-]*|[\w.-]+:\d{2,5})["']?/;

export function readEnvironment({ path, text }: GivenFile): NamedAddress[] {
  return text.split("\n").flatMap((row, at) => {
    const [, name, address] = ASSIGNMENT.exec(row) ?? [];
    return name === undefined ? [] : [{ name, address: address!, path, line: at + 1 }];
  });
}

const LOCATION = /^\s*location\s+(?:\^~\s+|=\s+)?(\/[^\s{]*)\s*\{/;
const PROXY = /^\s*proxy_pass\s+(https?:\/\/[^\s;]+)\s*;/;

/** With a path behind its host the address takes the place of the prefix. */
export function readNginx({ path, text }: GivenFile): GatewayRule[] {
  const rules: GatewayRule[] = [];
  let prefix: string | null = null;
  for (const [at, row] of text.split("\n").entries()) {
    prefix = LOCATION.exec(row)?.[1] ?? prefix;
    const address = PROXY.exec(row)?.[1];
    if (address === undefined || prefix === null) continue;
    rules.push({ prefix, address, stripsPrefix: /^https?:\/\/[^/]+\//.test(address), path, line: at + 1 });
    prefix = null;
  }
  return rules;
}
