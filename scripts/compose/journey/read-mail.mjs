/**
 * Decodes a mail as nodemailer writes it.
 * @param {{ to: string[], raw: string }} mail
 * @returns {{ to: string[], subject: string, text: string }} `text` is the plain text part
 */
export function readMail({ to, raw }) {
  const message = raw.replaceAll('\r\n', '\n');
  const parts = message.split(/^--.+$/m).map((part) => cut(part.replace(/^\n/, '')));
  const [head] = cut(message);
  const plain = parts.find(([partHead]) => /^content-type: text\/plain/im.test(partHead)) ?? ['', ''];
  return { to, subject: readWords(headerOf(head, 'subject')), text: decode(plain) };
}

function cut(text) {
  const at = text.indexOf('\n\n');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)];
}

const headerOf = (head, name) => new RegExp(`^${name}: (.*(?:\\n[ \\t].*)*)`, 'im').exec(head)?.[1] ?? '';

function decode([head, body]) {
  const encoding = headerOf(head, 'content-transfer-encoding').trim();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? readQuoted(body.replaceAll('=\n', '')) : body;
}

const readQuoted = (text) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Decodes the encoded words of a header (RFC 2047). */
const readWords = (text) =>
  text
    .replace(/\n[ \t]/g, ' ')
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?utf-8\?([BQ])\?(.*?)\?=/gi, (_all, kind, words) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(words, 'base64').toString('utf8')
        : readQuoted(words.replaceAll('_', ' ')),
    );
