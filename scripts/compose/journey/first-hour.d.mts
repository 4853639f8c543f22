export const typed: string[];
