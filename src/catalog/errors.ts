/** Codes of the catalog; docs/errors.md is generated from these tables. */
export const CATALOG_ERRORS = {
  REPOSITORY_UNKNOWN: "`clew repos` lists the indexed repositories.",
  REPOSITORY_GONE: "Index it where it lies now; `clew repos remove` forgets the place where it was.",
  REPOSITORY_NAME_TAKEN: "Give the repository a name that no other one has; `clew repos` lists them.",
  PACKAGE_UNKNOWN: "`clew packages` lists the packages of a repository.",
  SERVICE_UNKNOWN:
    "A service is a repository of type microservice, one that was indexed with a service id, or a package of that name.",
  SCOPE_EMPTY:
    "Index a repository first, or ask for references and documentation, which questions to all leave out.",
  SCOPE_INCOMPLETE: "Name what the scope starts from, or leave the scope out.",
  SCOPE_TOO_LARGE: "Name fewer repositories at once, or a scope with fewer of them.",
} as const;
