/** Types of secrets.mjs, for the tests that ask it which secrets there are. */
export function completeSecrets(known: Record<string, string>): { secrets: Record<string, string>; made: string[] };
export function consumers(
  secrets: Record<string, string>,
): Record<string, { user: number; files: Record<string, string> }>;
