export const typed: string[];
export function theFirstHour(installation: {
  compose: (words: string[], options?: { timeoutMs?: number }) => Promise<string>;
  say: (text: string) => void;
  expect: (condition: unknown, sentence: string) => void;
}): Promise<void>;
