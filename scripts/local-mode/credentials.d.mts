export function prepareRoles(url: string, secrets: Record<string, string>): Promise<Record<string, string>>;
