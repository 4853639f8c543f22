import type { Report } from './report.mjs';
export function checkProviders(
  report: Report,
  environment: Record<string, string | undefined>,
  options?: { folder?: string },
): Promise<void>;
