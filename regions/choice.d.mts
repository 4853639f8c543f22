export const defaultState: string;
export const stateCodes: string[];
export function currentState(environment?: Record<string, string | undefined>): string;
export function stateFolder(code?: string): string;
