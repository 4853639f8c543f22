/** The addresses by the names of the weather proxy's variables. */
export function providersBelow(url: string): Record<string, string>;
