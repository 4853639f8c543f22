import type { Report } from './report.mjs';
export function checkSite(report: Report, publicUrl: string): Promise<void>;
export function checkPush(report: Report, services?: string[]): Promise<void>;
