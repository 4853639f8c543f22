export interface Pattern {
  pattern: string;
  source: string;
  flags: string;
  path: string;
  at: string;
}
export function patternsIn(path: string, text: string): Pattern[];
export function judge(patterns: Pattern[], bounded: { pattern: string; reason: string }[]): Promise<string[]>;
