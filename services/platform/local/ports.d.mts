/** Types of ports.mjs, for the tests. */
export function freePort(): Promise<number>;
export function portIsFree(port: number, host: string): Promise<boolean>;
