/**
 * Part of the key of stored facts: facts of another version are made anew. Raise it with every change of what is
 * extracted, of a language's query, of chunking or of terms.
 */
export const EXTRACTOR_VERSION = "6";
