export const serviceRoles: string[];
export const allRoles: string[];
export function rolesSql(passwords: Record<string, string>, database: string): string;
