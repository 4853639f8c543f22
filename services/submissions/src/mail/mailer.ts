import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './compose.js';
import { SendFailure, sendFailureOf } from './send-failure.js';

/** A mail in the form in which it travels. */
export interface EncodedMail extends Pick<Mail, 'id' | 'to'> {
  bytes: Buffer;
}

/** A mail that is handed over all but its end: as long as that is held back nobody gets it. */
export interface HeldMail {
  /** Lets the end go. Resolves when the mail was taken. @throws SendFailure */
  release(): Promise<void>;
  /** Takes it back. */
  abandon(): void;
}

/** Hands mails over: to a mail server, or to files where there is none. */
export interface Mailer {
  /** Resolves when the mail was taken. @throws SendFailure */
  send(mail: Mail): Promise<void>;
  encode(mail: Mail): Promise<Buffer>;
  /** Hands a mail over all but its end, while others are on their way. */
  hold(mail: EncodedMail): HeldMail;
  /** So many mails can be on their way at once. */
  readonly atOnce: number;
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

/** Connections kept to the mail server, at most, for all jobs of this process together. */
const connections = 4;

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
  const { encode, close } = openEncoder(settings);
  return {
    encode,
    atOnce: connections,
    async send(mail) {
      try {
        await transport.sendMail(message(mail, settings));
      } catch (error) {
        throw sendFailureOf(error);
      }
    },
    hold({ to, bytes }) {
      let released = false;
      let letGo = () => {};
      const end = new Promise<void>((resolve) => (letGo = resolve));
      const taken = new AbortController();
      const result = transport
        .sendMail({
          envelope: { from: settings.from.address, to: [to] },
          raw: Readable.from(heldBack(bytes, end)),
          signal: taken.signal,
        })
        .catch((error: unknown) => {
          const failure = sendFailureOf(error);
          // Without its end no server delivers it.
          throw released ? failure : new SendFailure(failure.kind, failure.message, false, error);
        });
      // Whoever takes it back does not ask how it ended.
      result.catch(() => undefined);
      return {
        async release() {
          released = true;
          letGo();
          await result;
        },
        abandon: () => taken.abort(),
      };
    },
    close() {
      transport.close();
      close();
    },
  };
}

/** The bytes at once, and their end when it is let go. */
async function* heldBack(bytes: Buffer, end: Promise<void>): AsyncGenerator<Buffer> {
  yield bytes;
  await end;
}

function fileMailer(settings: MailerSettings): Mailer {
  const { encode, close } = openEncoder(settings);
  const write = async ({ id, bytes }: EncodedMail) => {
    try {
      // Links in mails are keys: for the eyes of this user alone.
      await mkdir(settings.folder, { recursive: true, mode: 0o700 });
      const file = join(settings.folder, `${id}.eml`);
      await writeFile(`${file}.part`, bytes, { mode: 0o600 });
      await rename(`${file}.part`, file);
    } catch (error) {
      throw new SendFailure('setup', `the mail could not be written: ${(error as Error).message}`, false, error);
    }
  };
  return {
    encode,
    atOnce: 1,
    send: async (mail) => write({ id: mail.id, to: mail.to, bytes: await encode(mail) }),
    hold: (mail) => ({ release: () => write(mail), abandon: () => undefined }),
    close,
  };
}

/** Writes messages out. */
function openEncoder(settings: MailerSettings): Pick<Mailer, 'encode' | 'close'> {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    encode: async (mail) => (await transport.sendMail(message(mail, settings))).message as Buffer,
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
