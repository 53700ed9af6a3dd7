/** From the texts of files to what they say of services. Pure and total: what cannot be read is a problem. */
import { isAsyncApi, readAsyncApi } from "./asyncapi/read-asyncapi.ts";
import type {
  DeployedService,
  FileProblem,
  GatewayRule,
  GivenFile,
  MappedResolver,
  NamedAddress,
  ReadFiles,
  Specification,
} from "./contract.ts";
import { isComposeFile, readCompose } from "./deployments/read-compose.ts";
import { isKubernetes, readKubernetes } from "./deployments/read-kubernetes.ts";
import { isEnvironmentExample, isNginxFile, readEnvironment, readNginx } from "./deployments/read-plain.ts";
import { isGraphQlFile, readGraphQl } from "./graphql/read-graphql.ts";
import { resolverMaps } from "./graphql/resolver-maps.ts";
import { isOpenApi, readOpenApi } from "./openapi/read-openapi.ts";
import { References } from "./references.ts";
import { type TreeNode, YamlTree } from "./yaml-tree.ts";

/** Operations of one document; the largest public ones have some thousand. */
export const MAX_OPERATIONS = 20_000;

export interface GivenFiles {
  /** YAML, JSON and plain files to look at. */
  documents: readonly GivenFile[];
  /** Files that documents refer to; not looked at by themselves. */
  referred: readonly GivenFile[];
  /** GraphQL files and code that holds GraphQL. */
  graphql: readonly GivenFile[];
}

interface Found {
  specifications: Specification[];
  resolvers: MappedResolver[];
  services: DeployedService[];
  addresses: NamedAddress[];
  gateways: GatewayRule[];
  problems: FileProblem[];
}

export function readGiven({ documents, referred, graphql }: GivenFiles): ReadFiles {
  const found: Found = {
    specifications: [],
    resolvers: [],
    services: [],
    addresses: [],
    gateways: [],
    problems: [],
  };
  const references = new References(
    new Map([...documents, ...referred].map(({ path, text }) => [path, text])),
  );
  let told = 0;
  for (const file of documents) {
    readDocument(file, references, found);
    for (const problem of references.problems.slice(told, told + 1))
      found.problems.push({ ...problem, path: file.path });
    told = references.problems.length;
  }
  const { specifications, problems } = readGraphQl(graphql);
  found.specifications.push(...specifications);
  found.problems.push(...problems);
  for (const { path, text } of graphql)
    if (!isGraphQlFile(path)) found.resolvers.push(...resolverMaps(path, text));
  return found;
}

function readDocument(file: GivenFile, references: References, found: Found): void {
  const { path, text } = file;
  if (isEnvironmentExample(path)) found.addresses.push(...readEnvironment(file));
  else if (isNginxFile(path)) found.gateways.push(...readNginx(file));
  else {
    try {
      for (const root of YamlTree.read(path, text)) readTree(root, references, found);
    } catch (error) {
      // A manifest that a template engine fills is no YAML yet, and claims nothing.
      if (!isTemplate(text)) found.problems.push(broken(path, error));
    }
  }
}

function readTree(root: TreeNode, references: References, found: Found): void {
  const { path } = root.tree;
  if (isOpenApi(root)) {
    const { specification, isCut } = readOpenApi(root, references, MAX_OPERATIONS);
    found.specifications.push(specification);
    if (isCut)
      found.problems.push({
        code: "SPECIFICATION_LARGE",
        message: `more than ${MAX_OPERATIONS} operations; the others are left out`,
        path,
      });
  } else if (isAsyncApi(root)) found.specifications.push(readAsyncApi(root, references));
  else if (isComposeFile(path)) found.services.push(...readCompose(root));
  else if (isKubernetes(root)) {
    const { services, gateways } = readKubernetes(root);
    found.services.push(...services);
    found.gateways.push(...gateways);
  }
}

function isTemplate(text: string): boolean {
  return text.includes("{{");
}

function broken(path: string, error: unknown): FileProblem {
  const isDeep = error instanceof RangeError;
  const message = isDeep ? "nested too deeply to be read" : String((error as Error).message).slice(0, 200);
  return { code: "SPECIFICATION_BROKEN", message, path };
}
