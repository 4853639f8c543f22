/**
 * Return paths that identify the recipient of a mail, so that bounces and complaints find it (VERP):
 * `bounce+TOKEN@weather.example`. The token is signed: only a server that got the mail can report on it.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** Which list a recipient belongs to, and so which service handles its reports. */
export const mailLists = ['newsletter', 'alerts'] as const;
export type MailList = (typeof mailLists)[number];

/** Name of the token in a mail provider's metadata. */
export const tokenField = 'returntoken';

/** Headers whose values providers that replace the return path send back with their events. */
export function metadataHeaders(token: string): Record<string, { prepared: true; value: string }> {
  // Otherwise nodemailer folds and encodes long values.
  const asIs = (value: string) => ({ prepared: true as const, value });
  return {
    [`X-PM-Metadata-${tokenField}`]: asIs(token),
    'X-Mailgun-Variables': asIs(JSON.stringify({ [tokenField]: token })),
  };
}
export const metadataHeaderCount = Object.keys(metadataHeaders('')).length;

export interface ReturnToken {
  list: MailList;
  /** Of the subscriber or channel. */
  recipientId: string;
  /** `mailTagOf` the campaign, dispatch or job. */
  mailTag: string;
}

const tagBytes = 4;
const macBytes = 10;
const bodyBytes = 1 + 16 + tagBytes;
/** Mail servers may change the case of local parts, so base32. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
/** In characters. */
export const returnTokenLength = Math.ceil(((bodyBytes + macBytes) * 8) / 5);
/** A local part has at most 64 characters (RFC 5321), one of which is "+". */
export const maxBounceLocalPartLength = 64 - 1 - returnTokenLength;

const encode = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .replaceAll(/.{1,5}/g, (bits) => alphabet[Number.parseInt(bits.padEnd(5, '0'), 2)] ?? '');

function decode(text: string): Buffer {
  const bits = [...text.toLowerCase()].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Identifies a mail among those of one recipient; stored and compared as hexadecimal digits. */
export const mailTagOf = (mailId: string): string =>
  createHash('sha256').update(mailId).digest().subarray(0, tagBytes).toString('hex');

/** Issues and verifies return paths. */
export class ReturnPaths {
  private readonly key: Buffer;
  private readonly localPart: string;
  private readonly domain: string;
  private readonly pattern: RegExp;

  /** @param address where bounces arrive; a token is added to its local part */
  constructor({ address, secret }: { address: string; secret: string }) {
    this.key = createHmac('sha256', secret).update('return path').digest();
    [this.localPart = '', this.domain = ''] = address.toLowerCase().split('@');
    const [localPart, domain] = [this.localPart, this.domain].map((text) => text.replaceAll(/\W/g, '\\$&'));
    this.pattern = new RegExp(
      `(?<![a-z0-9])${localPart}\\+([a-z2-7]{${returnTokenLength}})@${domain}(?![a-z0-9])`,
      'gi',
    );
  }

  /** Returns a token for `addressOf`: base32, in lowercase because mail servers may change case. */
  issue({ list, recipientId, mailId }: { list: MailList; recipientId: string; mailId: string }): string {
    const id = Buffer.from(recipientId.replaceAll('-', ''), 'hex');
    const body = Buffer.concat([Buffer.from([mailLists.indexOf(list)]), id, Buffer.from(mailTagOf(mailId), 'hex')]);
    return encode(Buffer.concat([body, this.macOf(body)]));
  }

  addressOf = (token: string): string => `${this.localPart}+${token}@${this.domain}`;

  /** @returns undefined if we didn't issue it */
  open(token: string): ReturnToken | undefined {
    if (token.length !== returnTokenLength || !/^[a-z2-7]+$/i.test(token)) return undefined;
    const bytes = decode(token);
    const body = bytes.subarray(0, bodyBytes);
    const mac = bytes.subarray(bodyBytes, bodyBytes + macBytes);
    const list = mailLists[body[0] ?? -1];
    if (mac.length !== macBytes || !timingSafeEqual(mac, this.macOf(body)) || !list) return undefined;
    const hex = body.subarray(1, 17).toString('hex');
    return {
      list,
      recipientId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      mailTag: body.subarray(17).toString('hex'),
    };
  }

  /** Returns the tokens of all return paths in a text. */
  tokensIn = (text: string): string[] => [...text.matchAll(this.pattern)].map(([, token = '']) => token);

  private macOf = (body: Buffer): Buffer => createHmac('sha256', this.key).update(body).digest().subarray(0, macBytes);
}

/** For settings that need it, or that it needs. */
export const hasBounceAddress = (): boolean => Boolean(process.env['MAIL_BOUNCE_ADDRESS']);

/** Settings of every process that sends mail or receives reports. */
export const returnPathVariables = {
  /** Where bounces arrive. A signed token is added: bounce+TOKEN@example.org. Without it, bounces go to MAIL_FROM. */
  MAIL_BOUNCE_ADDRESS: z
    .string()
    .regex(
      new RegExp(`^[\\w.-]{1,${maxBounceLocalPartLength}}@[a-z0-9-]+(\\.[a-z0-9-]+)+$`, 'i'),
      `must be an address whose name has at most ${maxBounceLocalPartLength} letters, digits, dots and hyphens`,
    )
    .optional(),
  /** Signs the tokens, and authenticates reports of bounces and complaints. The same in all processes. */
  MAIL_REPORTS_SECRET: z
    .string()
    .default('')
    .refine((secret) => secret === '' || secret.length >= 24, 'must have at least 24 characters')
    .refine((secret) => secret !== '' || !hasBounceAddress(), 'is missing: MAIL_BOUNCE_ADDRESS needs it'),
};

/** @returns undefined if bounces aren't processed */
export const returnPathsOf = (
  config: Readonly<z.infer<z.ZodObject<typeof returnPathVariables>>>,
): ReturnPaths | undefined =>
  config.MAIL_BOUNCE_ADDRESS && config.MAIL_REPORTS_SECRET
    ? new ReturnPaths({ address: config.MAIL_BOUNCE_ADDRESS, secret: config.MAIL_REPORTS_SECRET })
    : undefined;
