export function sharedWords(text: string, source: string): string[];
