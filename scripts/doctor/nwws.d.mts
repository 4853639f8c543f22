import type { Report } from './report.mjs';
export function checkNwws(
  report: Report,
  environment: Record<string, string | undefined>,
  options?: { listenMs?: number },
): Promise<void>;
