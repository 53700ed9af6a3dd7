export function buildVocabulary(): Buffer;
