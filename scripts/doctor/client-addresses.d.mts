import type { Report } from './report.mjs';

export function checkClientAddresses(
  report: Report,
  options: { publicUrl: string; otherUrl?: string | undefined; readLog: () => string },
): Promise<void>;
