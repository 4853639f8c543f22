export function loadSecrets(dataDir: string): Record<string, string> & { postgresPassword: string };
