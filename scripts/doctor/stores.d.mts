import type { Report } from './report.mjs';
export function checkDatabase(report: Report, url: string, options?: { name?: string; caFile?: string }): Promise<void>;
export function checkRedis(report: Report, url: string): Promise<void>;
export function checkStore(
  report: Report,
  store: {
    endpoint: string;
    bucket: string;
    region: string;
    caFile?: string | undefined;
    accessKey: string;
    secretKey: string;
  },
  process: string,
): Promise<void>;
