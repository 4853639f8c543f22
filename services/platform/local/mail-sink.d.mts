export interface SunkMail {
  from: string;
  to: string[];
  raw: string;
}

interface UpstreamRejection {
  code: number;
  message: string;
}

export interface MailSink {
  port: number;
  url: string;
  mails: SunkMail[];
  counts: Map<string, number>;
  refuse: (address: string) => UpstreamRejection | undefined;
  refuseMessage: (mail: SunkMail) => UpstreamRejection | undefined;
  beforeAnswer: (mail: SunkMail) => unknown;
  close(): Promise<void>;
}

export function startMailSink(options?: { port?: number; host?: string; keepBodies?: boolean }): Promise<MailSink>;
