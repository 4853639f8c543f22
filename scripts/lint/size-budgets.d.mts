type Lines = Record<string, { source: number; testing: number }>;
export function countLines(files: { path: string; text: string }[]): Lines;
export function findExcess(counts: Lines, budgets: Lines): string[];
export function lowerBudgets(counts: Lines, budgets: Lines): Lines;
