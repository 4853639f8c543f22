export function loadSecrets(dataDir: string): Record<string, string> & { postgresPassword: string };
export function prepareRoles(url: string, secrets: Record<string, string>): Promise<Record<string, string>>;
