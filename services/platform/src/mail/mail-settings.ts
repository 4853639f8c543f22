import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { publicUrl } from '../base/config.js';
import type { MailerSettings } from './mailer.js';

/** Environment variables of a process that sends mail, and the mailer settings derived from them. */

const smtpUrl = z.url({ protocol: /^smtps?$/ });
/** An address, or a name followed by an address in angle brackets. */
const senderPattern = /^(?:(?:([^<>"@\r\n]*[^<>"@\s])\s*)?<([^\s<>@"]+@[^\s<>@"]+)>|([^\s<>@"]+@[^\s<>@"]+))$/;

/** @param isNeeded whether production requires a mail server and a sender; development doesn't */
export function mailVariables(isNeeded: () => boolean = () => true) {
  const neededInProduction = () =>
    z
      .string()
      .trim()
      .default('')
      .refine((value) => value !== '' || process.env['NODE_ENV'] !== 'production' || !isNeeded(), 'is missing');
  return {
    PUBLIC_URL: publicUrl,
    /** The mail server, with user and password if needed. Without it, mails become files in DATA_DIR/mail. */
    SMTP_URL: neededInProduction().refine(
      (url) => url === '' || smtpUrl.safeParse(url).success,
      'must be an smtp:// or smtps:// address',
    ),
    /** The sender: an address, or a name followed by an address in angle brackets. */
    MAIL_FROM: neededInProduction().refine(
      (sender) => sender === '' || senderPattern.test(sender),
      'must be an address, or Name <address>',
    ),
    /** Where mails are written without a mail server. */
    DATA_DIR: z.string().default(join(tmpdir(), 'arkansas-weather')),
  };
}
export type MailConfig = Readonly<z.infer<z.ZodObject<ReturnType<typeof mailVariables>>>>;

/** Returns the address in MAIL_FROM; undefined if it is empty. */
export function senderAddress(mailFrom: string): string | undefined {
  const [, , named, bare] = senderPattern.exec(mailFrom) ?? [];
  return named ?? bare;
}

/** @param of the site's name, used as sender name if MAIL_FROM has none, and the list's name for List-Id */
export function mailerSettings(
  config: MailConfig,
  { siteName, list }: { siteName: string; list: string },
): MailerSettings {
  const domain = new URL(config.PUBLIC_URL).hostname;
  const [, name = siteName] = senderPattern.exec(config.MAIL_FROM) ?? [];
  return {
    smtpUrl: config.SMTP_URL || undefined,
    folder: join(config.DATA_DIR, 'mail'),
    from: { name, address: senderAddress(config.MAIL_FROM) ?? `no-reply@${domain}` },
    domain,
    list,
  };
}
