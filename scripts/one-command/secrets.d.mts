/** Types of secrets.mjs, for the tests. */
export function loadSecrets(dataDir: string): Record<string, string> & { postgresPassword: string };
