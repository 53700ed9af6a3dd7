import { FACT_VERSIONS } from "../../codec/fact-versions.ts";

/**
 * Part of the key of stored facts: facts of another version are made anew. Raise it with every change of what is
 * extracted, of a language's query, of chunking or of terms.
 */
const EXTRACTION = 22;

/** With how facts are stored: a value of another version is none of ours. */
export const EXTRACTOR_VERSION = `${EXTRACTION}-${FACT_VERSIONS}`;
