export function readCatalogues(src: string): Map<string, string>;
export function codesUsedIn(text: string): string[];
export function findUncatalogued(src: string): string[];
export function errorsDoc(src: string): string;
