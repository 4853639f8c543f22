export function writeRecords(product: { url: string }, token: string, kind: 'usual' | 'longest'): Promise<void>;
