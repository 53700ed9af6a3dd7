export function sheetOf(arm: string, kind: string, commands: { look: string; answer: string }): string;
