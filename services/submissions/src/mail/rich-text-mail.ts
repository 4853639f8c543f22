import {
  drawRichText,
  fileWords,
  plainTextOf,
  plainWriter,
  videoWords,
  withDirection,
  type Block as TextBlock,
  type Mark,
  type RichTextDocument,
  type RichTextWriter,
} from '@site/domain/content/rich-text';
import { videoProviders } from '@site/domain/content/videos';
import { escapeXml } from '@site/domain/escape-xml';
import { wrap } from './wrap.js';

/** Renders a post for mail, as HTML and as plain text. */

/** Created only by `escapeHtml` and the writer below, so the template may print it unescaped. */
export type SafeHtml = string & { readonly isSafe: unique symbol };

export interface MailPicture {
  mediaId: string;
  url: string;
  alt: string;
  credit: string;
  width: number;
}

export interface RichTextContext {
  /** Without a trailing slash. */
  siteUrl: string;
  pictures: readonly MailPicture[];
  /** Maps link targets in the HTML only. */
  linkTo: (url: string) => string;
}

export const escapeHtml = (text: string): SafeHtml => escapeXml(text) as SafeHtml;

const safe = (strings: TemplateStringsArray, ...values: SafeHtml[]): SafeHtml =>
  String.raw({ raw: strings }, ...values) as SafeHtml;
const joined = (pieces: readonly SafeHtml[], between = ''): SafeHtml => pieces.join(between) as SafeHtml;

/** Makes paths absolute; undefined for targets that no mail may link to. */
function absolute(href: string, siteUrl: string): string | undefined {
  if (/^\/(?![/\\])/.test(href)) return siteUrl + href;
  return /^(https?:\/\/|mailto:)/i.test(href) ? href : undefined;
}

const photoOf = (snapshotId: string, siteUrl: string) => `${siteUrl}/snapshots?id=${encodeURIComponent(snapshotId)}`;
const warningOf = (event: string, siteUrl: string) => `${siteUrl}/warning/${encodeURIComponent(event)}`;
const photoWords = 'See the photo on the site';
const warningWords = 'See the warning on the site';

const pictureWidths = { small: 180, medium: 320, full: 518 } as const;
const margins = { left: safe`8px auto 8px 0`, center: safe`8px auto`, right: safe`8px 0 8px auto` } as const;
const ink = safe`margin:0 0 16px;font-size:16px;line-height:25px;color:#1a2733;`;
const list = safe`margin:0 0 16px;padding:0 24px;font-size:16px;line-height:25px;color:#1a2733;`;
const quote = safe`margin:0 0 16px;padding:2px 16px 0;border-left:3px solid #cdd7e0;`;
const image = safe`display:block;max-width:100%;height:auto;border:0;border-radius:12px;`;
const small = safe`margin:0 0 16px;font-size:13px;line-height:19px;color:#52606d;`;
const headings: Record<2 | 3, SafeHtml> = {
  2: safe`margin:24px 0 8px;font-size:20px;line-height:27px;font-weight:700;color:#1a2733;`,
  3: safe`margin:20px 0 8px;font-size:17px;line-height:24px;font-weight:700;color:#1a2733;`,
};

function htmlWriter({ siteUrl, pictures, linkTo }: RichTextContext): RichTextWriter<SafeHtml> {
  const link = (url: string, inside: SafeHtml) =>
    safe`<a href="${escapeHtml(linkTo(url))}" class="link" style="color:#1463a5;">${inside}</a>`;
  return {
    text: escapeHtml,
    lineBreak: () => safe`<br>`,
    mark(mark: Mark, inside) {
      const within = joined(inside);
      if (mark.type === 'bold') return safe`<strong>${within}</strong>`;
      if (mark.type === 'italic') return safe`<em>${within}</em>`;
      const url = absolute(mark.attrs.href, siteUrl);
      return url === undefined ? within : link(url, within);
    },
    paragraph: (inside) => safe`<p class="ink" style="${ink}">${joined(inside)}</p>`,
    heading: (level, inside) =>
      level === 2
        ? safe`<h2 class="ink" style="${headings[2]}">${joined(inside)}</h2>`
        : safe`<h3 class="ink" style="${headings[3]}">${joined(inside)}</h3>`,
    list(start, items) {
      const entries = joined(items.map((blocks) => safe`<li style="margin:0;">${joined(blocks)}</li>`));
      return start === undefined
        ? safe`<ul class="ink" style="${list}">${entries}</ul>`
        : safe`<ol start="${escapeHtml(String(start))}" class="ink" style="${list}">${entries}</ol>`;
    },
    quote: (inside) => safe`<blockquote class="quote" style="${quote}">${joined(inside)}</blockquote>`,
    image({ mediaId, caption, size = 'full', position = 'center' }) {
      const picture = pictures.find((one) => one.mediaId === mediaId);
      if (!picture) return safe``;
      const widest = pictureWidths[size];
      const width = escapeHtml(String(Math.min(picture.width || widest, widest)));
      const from = safe`src="${escapeHtml(picture.url)}" width="${width}"`;
      const drawn = safe`<img ${from} alt="${escapeHtml(picture.alt)}" style="${image}margin:${margins[position]};">`;
      const words = [caption, picture.credit && `Picture: ${picture.credit}`].filter(Boolean).join(' · ');
      if (!words) return drawn;
      return safe`${drawn}<p class="soft" style="${small}text-align:${escapeHtml(position)};">${escapeHtml(words)}</p>`;
    },
    video(video) {
      const url = videoProviders[video.provider].page(video.id);
      const poster = pictures.find((one) => one.mediaId === video.mediaId);
      const words = safe`<p class="ink" style="${ink}">${link(url, escapeHtml(`▶ ${videoWords(video)}`))}</p>`;
      if (!poster) return words;
      const width = escapeHtml(String(Math.min(poster.width || pictureWidths.full, pictureWidths.full)));
      const from = safe`src="${escapeHtml(poster.url)}" width="${width}" alt=""`;
      return safe`${link(url, safe`<img ${from} style="${image}margin:${margins.center};">`)}${words}`;
    },
    file(file) {
      const url = pictures.find(({ mediaId }) => mediaId === file.mediaId)?.url;
      const words = escapeHtml(fileWords(file));
      return safe`<p class="ink" style="${ink}">${url === undefined ? words : link(url, words)}</p>`;
    },
    snapshot: (id) => safe`<p class="ink" style="${ink}">${link(photoOf(id, siteUrl), escapeHtml(photoWords))}</p>`,
    warning: (event) =>
      safe`<p class="ink" style="${ink}">${link(warningOf(event, siteUrl), escapeHtml(warningWords))}</p>`,
  };
}

function textWriter({ siteUrl, pictures }: RichTextContext): RichTextWriter<string> {
  return {
    ...plainWriter,
    mark(mark, inside) {
      const words = inside.join('');
      const url = mark.type === 'link' ? absolute(mark.attrs.href, siteUrl) : undefined;
      const address = url?.replace(/^mailto:/i, '');
      return address === undefined || address === words ? words : `${words} (${address})`;
    },
    heading: (_level, inside) => inside.join('').toUpperCase(),
    image({ mediaId, caption }) {
      const { alt, credit } = pictures.find((one) => one.mediaId === mediaId) ?? {};
      const words = [alt, caption, credit].filter(Boolean).join(' – ');
      return words && `[Picture: ${words}]`;
    },
    video: (video) => `${videoWords(video)}:\n${videoProviders[video.provider].page(video.id)}`,
    file(file) {
      const url = pictures.find(({ mediaId }) => mediaId === file.mediaId)?.url;
      return url === undefined ? fileWords(file) : `${fileWords(file)}:\n${url}`;
    },
    snapshot: (id) => `${photoWords}:\n${photoOf(id, siteUrl)}`,
    warning: (event) => `${warningWords}:\n${warningOf(event, siteUrl)}`,
  };
}

/** Wraps a line, repeating its quote marks and indentation. */
function wrapped(line: string): string {
  const [mark = ''] = /^(?:> ?|• |\d+\. | )*/.exec(line) ?? [];
  const below = mark.replace(/[^> ]/g, ' ');
  return mark.trimEnd() + wrap(line.slice(mark.length), below).slice(mark.trimEnd().length);
}

/** Mail programs cut off longer texts. */
const longestText = 3_000;

/** Returns the first blocks that fit a mail; at least one. */
function beginning({ content }: RichTextDocument): TextBlock[] {
  const shown: TextBlock[] = [];
  let length = 0;
  for (const block of content) {
    length += plainTextOf({ type: 'doc', content: [block] }).length;
    if (shown.length > 0 && length > longestText) break;
    shown.push(block);
  }
  return shown;
}

export interface DrawnText {
  html: SafeHtml;
  text: string;
  /** Whether the document continues beyond this text. */
  isCut: boolean;
}

export function drawForMail(document: RichTextDocument, context: RichTextContext): DrawnText {
  const shown: RichTextDocument = { type: 'doc', content: beginning(document) };
  const text = drawRichText(shown, textWriter(context))
    .map((block) => block.trim())
    .filter(Boolean)
    .join('\n\n')
    .split('\n')
    .map(wrapped)
    .join('\n');
  return {
    html: joined(
      drawRichText(shown, htmlWriter(context)).map((block) => withDirection(block) as SafeHtml),
      '\n',
    ),
    text,
    isCut: shown.content.length < document.content.length,
  };
}
