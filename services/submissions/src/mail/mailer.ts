import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './compose.js';
import { SendFailure, sendFailureOf } from './send-failure.js';

/** Hands mails over: to a mail server, or to files where there is none. */
export interface Mailer {
  /** Resolves when the mail was taken. @throws SendFailure */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface MailerSettings {
  /** Without it mails become .eml files in `folder`. */
  smtpUrl: string | undefined;
  folder: string;
  from: { name: string; address: string };
  /** What is right of the at sign in Message-IDs, and the newsletter's List-Id. */
  domain: string;
}

/** Connections kept to the mail server, for all jobs of this process together. */
const connections = 2;

export function openMailer(settings: MailerSettings): Mailer {
  return settings.smtpUrl === undefined ? fileMailer(settings) : smtpMailer(settings.smtpUrl, settings);
}

function smtpMailer(url: string, settings: MailerSettings): Mailer {
  const { username, hostname } = new URL(url);
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const transport = nodemailer.createTransport({
    pool: true,
    url,
    maxConnections: connections,
    // Whether a mail is sent again is decided by its ledger, never by the pool.
    maxRequeues: 0,
    // A password never travels in the clear, whatever the server says that it cannot do.
    ...(username !== '' && !local && { requireTLS: true }),
    connectionTimeout: 5_000,
    greetingTimeout: 10_000,
    // A process that is frozen for a while takes the silence for the server's; the leases of the ledgers are longer.
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail(message(mail, settings));
      } catch (error) {
        throw sendFailureOf(error);
      }
    },
    close: () => transport.close(),
  };
}

function fileMailer(settings: MailerSettings): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message: bytes } = await transport.sendMail(message(mail, settings));
      try {
        // Links in mails are keys: for the eyes of this user alone.
        await mkdir(settings.folder, { recursive: true, mode: 0o700 });
        const file = join(settings.folder, `${mail.id}.eml`);
        await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 });
        await rename(`${file}.part`, file);
      } catch (error) {
        throw new SendFailure('setup', `the mail could not be written: ${(error as Error).message}`, false, error);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * The message as it goes out. The envelope is written down here, not read from headers, and there is one recipient without
 * a display name: nothing that somebody typed can become a second one.
 */
function message(mail: Mail, { from, domain }: MailerSettings): SendMailOptions {
  const { id, to, subject, html, text, oneClickUrl } = mail;
  return {
    envelope: { from: from.address, to: [to] },
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    headers: oneClickUrl
      ? {
          'List-Id': `<newsletter.${domain}>`,
          'List-Unsubscribe': `<${oneClickUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }
      : // Nobody's absence note is to answer this.
        { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
