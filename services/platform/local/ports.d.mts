/** Types of ports.mjs, for the tests. */
export function freePort(): Promise<number>;
export function whyNotListening(port: number, host: string): Promise<string | undefined>;
