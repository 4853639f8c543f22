import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import { SendFailure, sendFailureOf } from './send-failure.js';

/** A mail as a mail server takes it. */
export interface Mail {
  /** Local part of the Message-ID. The same whenever this mail is sent, so that receivers recognise a repetition. */
  id: string;
  /** One bare address, without a name that could hold a second one. */
  to: string;
  subject: string;
  html: string;
  text: string;
  /** For a mail that a person wrote: the `id`s of the earlier ones in its conversation, oldest first. */
  inThread?: string[];
  /** For a mail of a list: the address that mail programs post to when somebody unsubscribes (RFC 8058). */
  oneClickUrl?: string;
}

/** A mail as the bytes that travel. */
export interface EncodedMail extends Pick<Mail, 'id' | 'to'> {
  bytes: Buffer;
}

/** A mail whose end is held back: all the rest is with the mail server, but nobody gets it before the end is there. */
export interface HeldMail {
  /** Lets the end go. Resolves when the server has accepted the mail. @throws SendFailure */
  release(): Promise<void>;
  /** Takes it back. */
  abandon(): void;
}

/** Hands mails over to a mail server, or writes them to files where there is none. */
export interface Mailer {
  /** Resolves when the server has accepted the mail. @throws SendFailure */
  send(mail: Mail): Promise<void>;
  encode(mail: Mail): Promise<Buffer>;
  /** Hands everything but the end over, while other mails are on their way. */
  hold(mail: EncodedMail): HeldMail;
  /** How many mails can be on their way at once. */
  readonly atOnce: number;
  close(): void;
}

export interface MailerSettings {
  /** Without it mails become .eml files in `folder`. */
  smtpUrl: string | undefined;
  folder: string;
  from: { name: string; address: string };
  /** The part after the at sign in Message-IDs; also in the List-Id. */
  domain: string;
  /** What the list is called in the List-Id of mails that can be unsubscribed from (RFC 2919). */
  list: string;
}

/** Connections to the mail server, at most, for all jobs of this process together. */
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
    // The ledger decides whether a mail is sent again, never the pool.
    maxRequeues: 0,
    // A password never travels in the clear, whatever the server claims not to support.
    ...(username !== '' && !local && { requireTLS: true }),
    connectionTimeout: 5_000,
    greetingTimeout: 10_000,
    // A process that was frozen for a while takes its own silence for the server's. The leases of the ledgers are longer.
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
          // No server delivers a mail without its end.
          throw released ? failure : new SendFailure(failure.kind, failure.message, false, error);
        });
      // After `abandon` nobody looks at the result.
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

/** The bytes at once, the end of the stream when it is let go. */
async function* heldBack(bytes: Buffer, end: Promise<void>): AsyncGenerator<Buffer> {
  yield bytes;
  await end;
}

function fileMailer(settings: MailerSettings): Mailer {
  const { encode, close } = openEncoder(settings);
  const write = async ({ id, bytes }: EncodedMail) => {
    try {
      // Links in mails are keys, so only this user may read them.
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

/** Turns mails into bytes. */
function openEncoder(settings: MailerSettings): Pick<Mailer, 'encode' | 'close'> {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    encode: async (mail) => (await transport.sendMail(message(mail, settings))).message as Buffer,
    close: () => transport.close(),
  };
}

/**
 * The message as it goes out. The envelope is given here, not read from headers, and the one recipient has no display name:
 * nothing that somebody typed can become a second recipient.
 */
function message(mail: Mail, { from, domain, list }: MailerSettings): SendMailOptions {
  const { id, to, subject, html, text, inThread, oneClickUrl } = mail;
  const messageId = (one: string) => `<${one}@${domain}>`;
  return {
    envelope: { from: from.address, to: [to] },
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: messageId(id),
    ...(inThread && { replyTo: from }),
    ...(inThread?.length && {
      inReplyTo: messageId(inThread.at(-1) ?? id),
      references: inThread.map(messageId),
    }),
    headers: inThread
      ? {}
      : oneClickUrl
        ? {
            'List-Id': `<${list}.${domain}>`,
            'List-Unsubscribe': `<${oneClickUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : // Keeps out-of-office replies away.
          { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
