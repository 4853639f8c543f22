/** HTML and plain text of notification mails. */
import type { Mailer } from '@site/platform/mail/mailer';
import type { Language } from '../messages/language.js';

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
  /** English names in the heading and the paragraphs. */
  inEnglish?: readonly string[];
  /** An official text in English. */
  official?: { heading: string; text: string } | undefined;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const link = (url: string, label: string, style = '') =>
  `<a href="${escaped(url)}" style="${style}">${escaped(label)}</a>`;
const buttonStyle = [
  'display:inline-block',
  'padding:12px 20px',
  'background:#0b4f8a',
  'color:#ffffff',
  'border-radius:6px',
  'text-decoration:none',
].join(';');

/** @param id local part of the Message-ID, the same for every attempt */
export function composeShort(
  letter: ShortLetter,
  { code, messages }: Language,
  { id, to }: { id: string; to: string },
): Mail {
  const { subject, heading, lines, button, manageUrl, reason, oneClickUrl, inEnglish = [], official } = letter;
  const names = code === 'en' ? [] : inEnglish.filter(Boolean).map(escaped);
  const marked = (text: string) =>
    names.reduce((html, name) => html.replaceAll(name, () => `<span lang="en">${name}</span>`), escaped(text));
  const officialHtml = official
    ? `<h2 style="margin:32px 0 8px;font-size:17px">${escaped(official.heading)}</h2>
<p lang="en" style="margin:0;white-space:pre-line">${escaped(official.text)}</p>`
    : '';
  const html = `<!doctype html><html lang="${code}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1a1a1a;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto"><h1 style="margin:0 0 16px;font-size:22px">${marked(heading)}</h1>
${lines.map((line) => `<p style="margin:0 0 16px">${marked(line)}</p>`).join('\n')}
<p style="margin:24px 0">${link(button.url, button.label, buttonStyle)}</p>${officialHtml}
<p style="margin:32px 0 0;font-size:13px;color:#555555">${escaped(reason)}<br>
${link(manageUrl, messages.change, 'color:#0b4f8a')}</p></div></body></html>`;
  const text = [
    heading,
    ...lines,
    `${button.label}:\n${button.url}`,
    ...(official ? [`${official.heading}:\n${official.text}`] : []),
    `--\n${reason}`,
    `${messages.change}:\n${manageUrl}`,
  ];
  return { id, to, subject, html, text: `${text.join('\n\n')}\n`, ...(oneClickUrl && { oneClickUrl }) };
}
