#!/usr/bin/env node
// Software bill of materials of what is shipped (CycloneDX 1.5), from the lock file: every package with its hash, and the files we ship that are no source.
// usage: node scripts/sbom.mjs [--out FILE] [--dev]   (--dev: with what builds and tests it)
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Weights that we trained ourselves; everything else that is shipped is built from sources and packages. */
const SHIPPED_DATA = ["model/embedding/clew-embedding.bin"];

export function createSbom({ isWithDev = false } = {}) {
  const text = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 64 * 1024 * 1024,
  });
  const sbom = JSON.parse(text);
  if (!isWithDev) keepShipped(sbom);
  const { name, version } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));
  // npm takes the folder's name. Time and a random number would make two bills of one version differ.
  sbom.metadata.component.name = name;
  delete sbom.metadata.timestamp;
  delete sbom.serialNumber;
  for (const path of SHIPPED_DATA) {
    const content = createHash("sha256")
      .update(readFileSync(`${root}/${path}`))
      .digest("hex");
    sbom.components.push({
      "bom-ref": `${name}:${path}`,
      type: "data",
      name: path,
      version,
      hashes: [{ alg: "SHA-256", content }],
      licenses: [{ license: { id: "MIT" } }],
    });
  }
  return sbom;
}

/** npm's own `--omit dev` also leaves out what both we and a development tool need. */
function keepShipped(sbom) {
  const { packages } = JSON.parse(readFileSync(`${root}/package-lock.json`, "utf8"));
  const shipped = new Set([sbom.metadata.component["bom-ref"]]);
  // An alias is installed under another name than that of its package.
  for (const [path, { name, version, dev }] of Object.entries(packages))
    if (path !== "" && !dev) shipped.add(`${name ?? path.split("node_modules/").at(-1)}@${version}`);
  sbom.components = sbom.components.filter((one) => shipped.has(one["bom-ref"]));
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => shipped.has(other)) }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: "string" }, dev: { type: "boolean" } } });
  const text = `${JSON.stringify(createSbom({ isWithDev: values.dev === true }), null, 2)}\n`;
  if (values.out) writeFileSync(values.out, text);
  else process.stdout.write(text);
}
