export function freePort(): Promise<number>;
export function whyNotListening(port: number, host: string): Promise<string | undefined>;
