import type { MailDnsSettings } from './mail-dns.mjs';
import type { Report } from './report.mjs';
export function checkMail(report: Report, settings: MailDnsSettings & { SMTP_URL?: string }): Promise<void>;
