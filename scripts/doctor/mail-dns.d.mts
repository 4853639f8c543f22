import type { Report } from './report.mjs';

export interface MailDnsSettings {
  MAIL_FROM?: string;
  MAIL_BOUNCE_ADDRESS?: string;
  MAIL_DKIM_SELECTOR?: string;
}
export interface MailDnsResolver {
  resolveTxt(name: string): Promise<string[][]>;
  resolveMx(name: string): Promise<{ exchange: string; priority: number }[]>;
}
export function checkMailDns(report: Report, settings: MailDnsSettings, resolver?: MailDnsResolver): Promise<void>;
