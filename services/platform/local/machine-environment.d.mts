export function machineEnvironment(environment?: Record<string, string>): Record<string, string>;
