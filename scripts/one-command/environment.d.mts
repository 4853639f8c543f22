/** Types of environment.mjs, for the tests. */
export const parts: readonly string[];
export function environmentOf(name: string, environment?: Record<string, string>): Record<string, string>;
