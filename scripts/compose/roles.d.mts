export const serviceRoles: string[];
export const otherRoles: string[];
export function rolesSql(passwords: Record<string, string>, database: string): string;
