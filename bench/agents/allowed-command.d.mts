export function toolsOf(arm: string): string[];
export function refusalOf(arm: string, command: string): string | null;
