import type { Report } from './report.mjs';
export function checkMail(report: Report, settings: { SMTP_URL?: string; MAIL_FROM?: string }): Promise<void>;
