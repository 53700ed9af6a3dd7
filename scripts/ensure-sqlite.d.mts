export function headersBeside(execPath: string, version: string): string | null;
