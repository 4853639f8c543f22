/** Environment variables of processes that send mail. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { publicUrl } from '../base/config.js';
import type { MailerSettings } from './mailer.js';
import { returnPathsOf, returnPathVariables } from './return-path.js';

const smtpUrl = z.url({ protocol: /^smtps?$/ });
/** An address, or Name <address>. */
const senderPattern = /^(?:(?:([^<>"@\r\n]*[^<>"@\s])\s*)?<([^\s<>@"]+@[^\s<>@"]+)>|([^\s<>@"]+@[^\s<>@"]+))$/;

/** @param isNeeded whether production requires a mail server and a sender */
export function mailVariables(isNeeded: () => boolean = () => true) {
  const neededInProduction = () =>
    z
      .string()
      .trim()
      .default('')
      .refine((value) => value !== '' || process.env['NODE_ENV'] !== 'production' || !isNeeded(), 'is missing');
  return {
    PUBLIC_URL: publicUrl,
    /** With user and password if needed. Without it, mails become files in DATA_DIR/mail. */
    SMTP_URL: neededInProduction().refine(
      (url) => url === '' || smtpUrl.safeParse(url).success,
      'must be an smtp:// or smtps:// address',
    ),
    /** An address, or Name <address>. */
    MAIL_FROM: neededInProduction().refine(
      (sender) => sender === '' || senderPattern.test(sender),
      'must be an address, or Name <address>',
    ),
    ...returnPathVariables,
    /** The selector that the mail provider signs with (DKIM). Only the doctor reads it. */
    MAIL_DKIM_SELECTOR: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'must be a DKIM selector')
      .optional(),
    /** Where mails are written without a mail server. */
    DATA_DIR: z.string().default(join(tmpdir(), 'arkansas-weather')),
  };
}
export type MailConfig = Readonly<z.infer<z.ZodObject<ReturnType<typeof mailVariables>>>>;

/** Returns the bare address of "Name <address>" or "address"; undefined for other forms. */
export function senderAddress(mailFrom: string): string | undefined {
  const [, , named, bare] = senderPattern.exec(mailFrom) ?? [];
  return named ?? bare;
}

/** @param of the default sender name, and the list's name for List-Id */
export function mailerSettings(
  config: MailConfig,
  { siteName, list }: { siteName: string; list: string },
): MailerSettings {
  const domain = new URL(config.PUBLIC_URL).hostname;
  const returnPaths = returnPathsOf(config);
  const [, name = siteName] = senderPattern.exec(config.MAIL_FROM) ?? [];
  return {
    smtpUrl: config.SMTP_URL || undefined,
    folder: join(config.DATA_DIR, 'mail'),
    from: { name, address: senderAddress(config.MAIL_FROM) ?? `no-reply@${domain}` },
    domain,
    list,
    ...(returnPaths && { returnPaths }),
  };
}
