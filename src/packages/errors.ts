/** Problems of manifests. They stand beside the packages that were found and never keep them from being found. */
export const PACKAGES_ERRORS = {
  PACKAGE_PATTERN:
    "A workspace lists what is not in its tree, or lists too much. The rest of its list counts.",
  PACKAGE_MANIFEST: "A manifest cannot be read, so its package is not known. Put its syntax right.",
  PACKAGE_NAME_TWICE:
    "Two packages of one manager have the same name; an import of it means the one nearest to the importing file.",
} as const;
