/** Addresses by weather proxy variable. */
export function providersBelow(url: string): Record<string, string>;
