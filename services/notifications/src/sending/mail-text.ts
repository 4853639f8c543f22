import type { Mailer } from '@site/platform/mail/mailer';

export type Mail = Parameters<Mailer['send']>[0];

export interface ShortLetter {
  subject: string;
  heading: string;
  /** Paragraphs. */
  lines: readonly string[];
  button: { label: string; url: string };
  /** With the reader's token. */
  manageUrl: string;
  /** Why the reader gets it. */
  reason: string;
  /** One-click unsubscribe (RFC 8058); absent in a confirmation. */
  oneClickUrl?: string;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;
const link = (url: string, label: string, style = '') =>
  `<a href="${escaped(url)}" style="${style}">${escaped(label)}</a>`;
const buttonStyle =
  'display:inline-block;padding:12px 20px;background:#0b4f8a;color:#ffffff;border-radius:6px;text-decoration:none';

/** @param id local part of the Message-ID, the same for every attempt */
export function composeShort(letter: ShortLetter, { id, to }: { id: string; to: string }): Mail {
  const { subject, heading, lines, button, manageUrl, reason, oneClickUrl } = letter;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1a1a1a;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto"><h1 style="margin:0 0 16px;font-size:22px">${escaped(heading)}</h1>
${lines.map(paragraph).join('\n')}
<p style="margin:24px 0">${link(button.url, button.label, buttonStyle)}</p>
<p style="margin:32px 0 0;font-size:13px;color:#555555">${escaped(reason)}<br>
${link(manageUrl, 'Change or stop these alerts', 'color:#0b4f8a')}</p></div></body></html>`;
  const text = [
    heading,
    ...lines,
    `${button.label}:\n${button.url}`,
    `--\n${reason}`,
    `Change or stop these alerts:\n${manageUrl}`,
  ];
  return { id, to, subject, html, text: `${text.join('\n\n')}\n`, ...(oneClickUrl && { oneClickUrl }) };
}
