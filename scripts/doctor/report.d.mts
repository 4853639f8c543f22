export type Result = 'ok' | 'warning' | 'FAILED' | 'off';
export interface Row {
  check: string;
  result: Result;
  detail: string;
  todo: string;
}
export function redactorOf(
  environment: Record<string, string | undefined>,
  others?: string[],
): (text: string) => string;
export class Report {
  constructor(redact: (text: string) => string);
  readonly rows: Row[];
  readonly failures: number;
  add(check: string, result: Result, detail: string, todo?: string): void;
}
export function tableOf(rows: Row[]): string;
