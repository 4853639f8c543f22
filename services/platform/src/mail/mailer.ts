/** Sends mails over SMTP, or without a server writes them as .eml files. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import { nameDependency } from '../base/outage-log.js';
import { mailRefusals } from './mail-rejections.js';
import { metadataHeaders, type ReturnPaths } from './return-path.js';
import { SendFailure, sendFailureOf } from './send-failure.js';

export interface Mail {
  /** Local part of the Message-ID. The same on every attempt, so that duplicates are recognized. */
  id: string;
  /** A bare address, without a display name that could contain another. */
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Where replies go, if not to the sender. */
  replyTo?: string;
  /** For a person's mail: the `id`s of the conversation's earlier mails, oldest first. */
  inThread?: string[];
  /** Identifies the recipient in reports of bounces and complaints (`Mailer.returnToken`). */
  returnToken?: string | undefined;
  /** For list mail: the URL for one-click unsubscribe (RFC 8058). */
  oneClickUrl?: string;
}

export interface EncodedMail extends Pick<Mail, 'id' | 'to' | 'returnToken'> {
  bytes: Buffer;
}

/** A mail whose last bytes are held back: the server doesn't deliver it without them. */
export interface PendingMail {
  /**
   * Sends the last bytes. Resolves when the server has accepted the mail.
   * @throws SendFailure
   */
  release(): Promise<void>;
  abandon(): void;
}

export interface Mailer {
  /**
   * Resolves when the server has accepted the mail.
   * @param signal closes the connection when it is aborted
   * @throws SendFailure
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  encode(mail: Mail): Promise<Buffer>;
  /** Sends everything but the last bytes. @param signal as for `send` */
  startSending(mail: EncodedMail, signal?: AbortSignal): PendingMail;
  /** Returns a token for mail `mailId` to a subscriber or channel; undefined if bounces aren't processed. */
  returnToken?(recipientId: string, mailId: string): string | undefined;
  /** Maximum number of mails in flight. */
  readonly atOnce: number;
  close(): void;
}

export interface MailerSettings {
  /** Without it, mails become .eml files in `folder`. */
  smtpUrl: string | undefined;
  folder: string;
  from: { name: string; address: string };
  /** Of Message-IDs and the List-Id. */
  domain: string;
  /** The name in the List-Id (RFC 2919). */
  list: string;
  /** If bounces are processed. */
  returnPaths?: ReturnPaths | undefined;
}

/** Of one mailer. */
const connections = 4;

/** Opens a pool of four SMTP connections, which the caller must close. */
export function openMailer(settings: MailerSettings): Mailer {
  return settings.smtpUrl === undefined ? fileMailer(settings) : smtpMailer(settings.smtpUrl, settings);
}

function smtpMailer(url: string, settings: MailerSettings): Mailer {
  nameDependency(url, 'mail server', url.startsWith('smtps:') ? 465 : 587);
  const { username, hostname } = new URL(url);
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const transport = nodemailer.createTransport({
    pool: true,
    url,
    maxConnections: connections,
    // The ledger decides about retries, never the pool.
    maxRequeues: 0,
    // Never send a password unencrypted, even if the server claims to lack TLS.
    ...(username !== '' && !local && { requireTLS: true }),
    connectionTimeout: 5_000,
    greetingTimeout: 10_000,
    // Long, because a process that was frozen mistakes its own silence for the server's. The ledgers' leases are
    // longer.
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { encode, close } = openEncoder(settings);
  return {
    encode,
    returnToken: returnTokens(settings),
    atOnce: connections,
    async send(mail, signal) {
      try {
        await transport.sendMail({ ...message(mail, settings), ...(signal && { signal }) });
      } catch (error) {
        throw counted(sendFailureOf(error));
      }
    },
    startSending({ to, bytes, returnToken }, signal) {
      let released = false;
      let letGo = () => {};
      const end = new Promise<void>((resolve) => (letGo = resolve));
      const taken = new AbortController();
      const result = transport
        .sendMail({
          envelope: { from: senderOf(settings, returnToken), to: [to] },
          raw: Readable.from(streamUntilReleased(bytes, end)),
          signal: signal ? AbortSignal.any([taken.signal, signal]) : taken.signal,
        })
        .catch((error: unknown) => {
          const failure = counted(sendFailureOf(error));
          // No server delivers a mail without its last bytes.
          throw released ? failure : new SendFailure(failure.kind, failure.message, false, error, failure.rejection);
        });
      // After `abandon`, nothing handles the result.
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

function counted(failure: SendFailure): SendFailure {
  if (failure.kind === 'setup') mailRefusals.inc();
  return failure;
}

async function* streamUntilReleased(bytes: Buffer, end: Promise<void>): AsyncGenerator<Buffer> {
  yield bytes;
  await end;
}

function fileMailer(settings: MailerSettings): Mailer {
  const { encode, close } = openEncoder(settings);
  const write = async ({ id, bytes }: EncodedMail) => {
    try {
      // Links in mails contain tokens, so only this user may read them.
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
    returnToken: returnTokens(settings),
    atOnce: 1,
    send: async (mail) => write({ id: mail.id, to: mail.to, bytes: await encode(mail) }),
    startSending: (mail) => ({ release: () => write(mail), abandon: () => undefined }),
    close,
  };
}

function openEncoder(settings: MailerSettings): Pick<Mailer, 'encode' | 'close'> {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    encode: async (mail) => (await transport.sendMail(message(mail, settings))).message as Buffer,
    close: () => transport.close(),
  };
}

const returnTokens =
  ({ returnPaths, list }: MailerSettings) =>
  (recipientId: string, mailId: string): string | undefined =>
    returnPaths?.issue({ list: list === 'alerts' ? 'alerts' : 'newsletter', recipientId, mailId });

const senderOf = ({ from, returnPaths }: MailerSettings, returnToken: string | undefined): string =>
  returnPaths && returnToken !== undefined ? returnPaths.addressOf(returnToken) : from.address;

/** Sets an explicit envelope and a recipient without display name, so that user input can't add a recipient. */
function message(mail: Mail, settings: MailerSettings): SendMailOptions {
  const { from, domain, list } = settings;
  const { id, to, subject, html, text, replyTo, inThread, oneClickUrl, returnToken } = mail;
  const messageId = (one: string) => `<${one}@${domain}>`;
  return {
    envelope: { from: senderOf(settings, returnToken), to: [to] },
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: messageId(id),
    ...((replyTo || inThread) && { replyTo: replyTo ? { name: '', address: replyTo } : from }),
    ...(inThread?.length && {
      inReplyTo: messageId(inThread.at(-1) ?? id),
      references: inThread.map(messageId),
    }),
    headers: {
      ...(returnToken !== undefined && metadataHeaders(returnToken)),
      ...(!inThread &&
        (oneClickUrl
          ? {
              'List-Id': `<${list}.${domain}>`,
              'List-Unsubscribe': `<${oneClickUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
          : // Prevents out-of-office replies.
            { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' })),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
