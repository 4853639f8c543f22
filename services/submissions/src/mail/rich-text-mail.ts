/** Renders a post for mail, as HTML and as plain text. */
import {
  cellLine,
  type DrawnCell,
  drawRichText,
  fileWords,
  plainTextOf,
  plainWriter,
  struck,
  videoWords,
  withDirection,
  type Block as TextBlock,
  type Mark,
  type RichTextDocument,
  type RichTextWriter,
} from '@site/domain/content/rich-text';
import { videoProviders } from '@site/domain/content/videos';
import { escapeXml } from '@site/domain/escape-xml';
import { cell, divider, headings, image, ink, list, quote, small, table } from './rich-text-styles.js';
import { columns, wrap } from './wrap.js';

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

/** Escapes text for elements and attributes. */
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

const markNames = { bold: safe`strong`, italic: safe`em`, strike: safe`s`, code: safe`code` };

function htmlWriter({ siteUrl, pictures, linkTo }: RichTextContext): RichTextWriter<SafeHtml> {
  const link = (url: string, inside: SafeHtml) =>
    safe`<a href="${escapeHtml(linkTo(url))}" class="link" style="color:#1463a5;">${inside}</a>`;
  return {
    text: escapeHtml,
    lineBreak: () => safe`<br>`,
    mark(mark: Mark, inside) {
      const within = joined(inside);
      if (mark.type !== 'link') return safe`<${markNames[mark.type]}>${within}</${markNames[mark.type]}>`;
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
    table(caption, rows) {
      const lines = rows.map((cells) => safe`<tr>${joined(cells.map(tableCell))}</tr>`);
      const name =
        caption && safe`<caption class="soft" style="${small}text-align:left;">${escapeHtml(caption)}</caption>`;
      const drawn = safe`<table class="ink" style="${table}">${name || safe``}<tbody>${joined(lines)}</tbody></table>`;
      return safe`<div style="margin:0 0 16px;overflow-x:auto;">${drawn}</div>`;
    },
    divider: () => safe`<hr style="${divider}">`,
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

function tableCell({ scope, inside }: DrawnCell<SafeHtml>): SafeHtml {
  if (!scope) return safe`<td style="${cell}">${joined(inside)}</td>`;
  return safe`<th scope="${escapeHtml(scope)}" style="${cell}font-weight:700;">${joined(inside)}</th>`;
}

/** `wrapped` keeps these; `drawForMail` turns them into spaces. */
const fixedSpace = '\u00a0';

/** Aligns the columns, or writes a line per cell if they don't fit a mail. */
function textTable(caption: string, rows: DrawnCell<string>[][]): string {
  const texts = rows.map((cells) => cells.map(cellLine));
  const head = rows[0]?.every(({ scope }) => scope === 'col') ? (texts[0] ?? []) : undefined;
  const body = head ? texts.slice(1) : texts;
  const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => lengthOf(row[column]))));
  const lineOf = (row: string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '') + ' '.repeat(width - lengthOf(row[column]))).join(' | ')} |`;
  const above = caption ? [caption] : [];
  const aligned = [
    ...(head ? [lineOf(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`] : []),
    ...body.map(lineOf),
  ];
  if (aligned.every((line) => line.length <= columns))
    return [...above, ...aligned.map((line) => line.replaceAll(' ', fixedSpace))].join('\n');
  const records = body.map((row) =>
    row
      .map((text, column) => (head?.[column] && text ? `${head[column]}: ${text}` : text))
      .filter(Boolean)
      .join('\n'),
  );
  return [...above, ...records].join('\n\n');
}

const lengthOf = (text = '') => [...text].length;

function textWriter({ siteUrl, pictures }: RichTextContext): RichTextWriter<string> {
  return {
    ...plainWriter,
    mark(mark, inside) {
      const words = inside.join('');
      if (mark.type === 'strike') return struck(words);
      const url = mark.type === 'link' ? absolute(mark.attrs.href, siteUrl) : undefined;
      const address = url?.replace(/^mailto:/i, '');
      return address === undefined || address === words ? words : `${words} (${address})`;
    },
    heading: (_level, inside) => inside.join('').toUpperCase(),
    table: textTable,
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

/** Renders as much of the document as fits a mail, in HTML and in plain text wrapped for mail programs. */
export function drawForMail(document: RichTextDocument, context: RichTextContext): DrawnText {
  const shown: RichTextDocument = { type: 'doc', content: beginning(document) };
  const text = drawRichText(shown, textWriter(context))
    .map((block) => block.trim())
    .filter(Boolean)
    .join('\n\n')
    .split('\n')
    .map(wrapped)
    .join('\n')
    .replaceAll(fixedSpace, ' ');
  return {
    html: joined(
      drawRichText(shown, htmlWriter(context)).map((block) => withDirection(block) as SafeHtml),
      '\n',
    ),
    text,
    isCut: shown.content.length < document.content.length,
  };
}
