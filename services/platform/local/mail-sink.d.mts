export interface SunkMail {
  from: string;
  to: string[];
  raw: string;
}

interface Rejection {
  code: number;
  message: string;
}

export interface MailSink {
  port: number;
  url: string;
  mails: SunkMail[];
  counts: Map<string, number>;
  rejectRecipient: (address: string) => Rejection | undefined;
  rejectMessage: (mail: SunkMail) => Rejection | undefined;
  beforeResponse: (mail: SunkMail) => unknown;
  close(): Promise<void>;
}

export function startMailSink(options?: { port?: number; host?: string; keepBodies?: boolean }): Promise<MailSink>;
