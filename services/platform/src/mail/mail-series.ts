/** Bulk mails that differ only in recipient and token: encoded once, then filled in. */
import { randomBytes } from 'node:crypto';
import type { EncodedMail, Mail } from './mailer.js';
import { metadataHeaderCount, returnTokenLength } from './return-path.js';

export interface SeriesReader {
  /** Local part of the Message-ID. */
  id: string;
  to: string;
  /** Token in the links: the same length for every recipient, of letters, digits, - and _. */
  token: string;
  /** Of one length, of letters and digits (`Mailer.returnToken`); all recipients have one, or none. */
  returnToken?: string | undefined;
}

/** A part that differs per recipient. A line break may split the token. */
type Gap = { field: 'id' | 'to' | 'returnToken' } | { field: 'token'; cutAt: number };

/** Stand-in for a recipient's values, random enough not to occur by chance. */
const placeholder = (tokenLength: number, hasReturnToken: boolean): SeriesReader => ({
  id: `id-${randomBytes(16).toString('hex')}`,
  to: `to-${randomBytes(8).toString('hex')}@reader.invalid`,
  token: randomBytes(tokenLength).toString('base64url').slice(0, tokenLength),
  ...(hasReturnToken && { returnToken: randomBytes(returnTokenLength).toString('hex').slice(0, returnTokenLength) }),
});

/** Needs no encoding in a header. All others are encoded individually. */
const plainAddress = /^[\w.+-]{1,64}@[a-z0-9.-]{1,200}$/;
const softBreak = '=\r\n';

const occurrences = (text: string, word: string) => text.split(word).length - 1;
const escaped = (text: string) => text.replace(/[^\w]/g, '\\$&');

/**
 * @param write the mail to one recipient
 * @returns a function that creates each recipient's mail, byte for byte as `encode` would, except that the boundary
 *   and date are shared
 */
export async function mailSeries(
  write: (reader: SeriesReader) => Mail,
  encode: (mail: Mail) => Promise<Buffer>,
  tokenLength: number,
  hasReturnToken = false,
): Promise<(reader: SeriesReader) => Promise<EncodedMail>> {
  const blank = placeholder(tokenLength, hasReturnToken);
  const singles = [blank.id, blank.to, ...(blank.returnToken === undefined ? [] : [blank.returnToken])];
  const mail = write(blank);
  const pattern = new RegExp(
    [...blank.token].map(escaped).join(`(?:${softBreak})?`) + singles.map((text) => `|${escaped(text)}`).join(''),
    'g',
  );
  const raw = (await encode(mail)).toString('latin1');
  const segments: string[] = [];
  const gaps: Gap[] = [];
  let end = 0;
  for (const { 0: found, index } of raw.matchAll(pattern)) {
    segments.push(raw.slice(end, index));
    end = index + found.length;
    if (found === blank.id) gaps.push({ field: 'id' });
    else if (found === blank.to) gaps.push({ field: 'to' });
    else if (found === blank.returnToken) gaps.push({ field: 'returnToken' });
    else gaps.push({ field: 'token', cutAt: found.indexOf(softBreak) });
  }
  const rest = raw.slice(end);
  const links = [mail.html, mail.text, mail.oneClickUrl ?? ''].reduce(
    (sum, text) => sum + occurrences(text, blank.token),
    0,
  );
  const count = (field: Gap['field']) => gaps.filter((gap) => gap.field === field).length;
  // In base64 text, the gaps can't be found.
  const canBeFilled =
    count('id') === 1 &&
    count('to') === 1 &&
    count('token') === links &&
    count('returnToken') === (hasReturnToken ? metadataHeaderCount : 0);

  const fillGap = (gap: Gap, reader: SeriesReader) => {
    if (gap.field !== 'token') return reader[gap.field] ?? '';
    const { token } = reader;
    return gap.cutAt < 0 ? token : `${token.slice(0, gap.cutAt)}${softBreak}${token.slice(gap.cutAt)}`;
  };
  return async (reader) => {
    const { id, to, token, returnToken } = reader;
    const isFilled =
      canBeFilled &&
      plainAddress.test(to) &&
      token.length === tokenLength &&
      returnToken?.length === (hasReturnToken ? returnTokenLength : undefined);
    if (!isFilled) return { id, to, returnToken, bytes: await encode(write(reader)) };
    const text = gaps.map((gap, index) => (segments[index] ?? '') + fillGap(gap, reader)).join('') + rest;
    return { id, to, returnToken, bytes: Buffer.from(text, 'latin1') };
  };
}
