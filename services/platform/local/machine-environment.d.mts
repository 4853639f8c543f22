/** Types of machine-environment.mjs, for the tests. */
export function machineEnvironment(environment?: Record<string, string>): Record<string, string>;
