export const parts: readonly string[];
export function environmentOf(name: string, environment?: Record<string, string>): Record<string, string>;
