export function readState(file: string, code?: string): Promise<object>;
export const state: { name: string; fips: string; timeZone: string; postalCode: string };
export const stateTexts: Record<string, string>;
export const nginxNames: string;
