/** Renders a post for mail, as HTML and as plain text. */
import {
  cellLine,
  type RenderedCell,
  drawRichText,
  formatFile,
  plainTextOf,
  plainWriter,
  struck,
  formatVideo,
  withDirection,
  type Block as TextBlock,
  type Mark,
  type RichTextDocument,
  type RichTextWriter,
} from '@site/domain/content/rich-text';
import { videoProviders } from '@site/domain/content/videos';
import { escapeXml } from '@site/domain/escape-xml';
import { cell, divider, headings, image, ink, list, quote, small, table } from './rich-text-styles.js';
import { columns, wrap } from './wrap-text.js';

/** Created only by `escapeHtml` and the writer below, so the template may print it unescaped. */
export type SafeHtml = string & { readonly isSafe: unique symbol };

export interface EmailImage {
  mediaId: string;
  url: string;
  alt: string;
  credit: string;
  width: number;
}

export interface RichTextContext {
  /** Without a trailing slash. */
  siteUrl: string;
  pictures: readonly EmailImage[];
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
const photoLinkText = 'See the photo on the site';
const warningLinkText = 'See the warning on the site';

const imageWidths = { small: 180, medium: 320, full: 518 } as const;
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
      const tableHtml = safe`<table class="ink" style="${table}">${name || safe``}<tbody>${joined(lines)}</tbody></table>`;
      return safe`<div style="margin:0 0 16px;overflow-x:auto;">${tableHtml}</div>`;
    },
    divider: () => safe`<hr style="${divider}">`,
    image({ mediaId, caption, size = 'full', position = 'center' }) {
      const emailImage = pictures.find((one) => one.mediaId === mediaId);
      if (!emailImage) return safe``;
      const maxWidth = imageWidths[size];
      const width = escapeHtml(String(Math.min(emailImage.width || maxWidth, maxWidth)));
      const from = safe`src="${escapeHtml(emailImage.url)}" width="${width}"`;
      const imageHtml = safe`<img ${from} alt="${escapeHtml(emailImage.alt)}" style="${image}margin:${margins[position]};">`;
      const captionText = [caption, emailImage.credit && `Picture: ${emailImage.credit}`].filter(Boolean).join(' · ');
      if (!captionText) return imageHtml;
      return safe`${imageHtml}<p class="soft" style="${small}text-align:${escapeHtml(position)};">${escapeHtml(captionText)}</p>`;
    },
    video(video) {
      const url = videoProviders[video.provider].page(video.id);
      const poster = pictures.find((one) => one.mediaId === video.mediaId);
      const videoLink = safe`<p class="ink" style="${ink}">${link(url, escapeHtml(`▶ ${formatVideo(video)}`))}</p>`;
      if (!poster) return videoLink;
      const width = escapeHtml(String(Math.min(poster.width || imageWidths.full, imageWidths.full)));
      const from = safe`src="${escapeHtml(poster.url)}" width="${width}" alt=""`;
      return safe`${link(url, safe`<img ${from} style="${image}margin:${margins.center};">`)}${videoLink}`;
    },
    file(file) {
      const url = pictures.find(({ mediaId }) => mediaId === file.mediaId)?.url;
      const label = escapeHtml(formatFile(file));
      return safe`<p class="ink" style="${ink}">${url === undefined ? label : link(url, label)}</p>`;
    },
    snapshot: (id) => safe`<p class="ink" style="${ink}">${link(photoOf(id, siteUrl), escapeHtml(photoLinkText))}</p>`,
    warning: (event) =>
      safe`<p class="ink" style="${ink}">${link(warningOf(event, siteUrl), escapeHtml(warningLinkText))}</p>`,
  };
}

function tableCell({ scope, inside }: RenderedCell<SafeHtml>): SafeHtml {
  if (!scope) return safe`<td style="${cell}">${joined(inside)}</td>`;
  return safe`<th scope="${escapeHtml(scope)}" style="${cell}font-weight:700;">${joined(inside)}</th>`;
}

/** `wrapped` keeps these; `drawForMail` turns them into spaces. */
const fixedSpace = '\u00a0';

/** Aligns the columns, or writes a line per cell if they don't fit a mail. */
function textTable(caption: string, rows: RenderedCell<string>[][]): string {
  const cellLines = rows.map((cells) => cells.map(cellLine));
  const head = rows[0]?.every(({ scope }) => scope === 'col') ? (cellLines[0] ?? []) : undefined;
  const body = head ? cellLines.slice(1) : cellLines;
  const widths = (cellLines[0] ?? []).map((_, column) => Math.max(...cellLines.map((row) => lengthOf(row[column]))));
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
      const content = inside.join('');
      if (mark.type === 'strike') return struck(content);
      const url = mark.type === 'link' ? absolute(mark.attrs.href, siteUrl) : undefined;
      const address = url?.replace(/^mailto:/i, '');
      return address === undefined || address === content ? content : `${content} (${address})`;
    },
    heading: (_level, inside) => inside.join('').toUpperCase(),
    table: textTable,
    image({ mediaId, caption }) {
      const { alt, credit } = pictures.find((one) => one.mediaId === mediaId) ?? {};
      const description = [alt, caption, credit].filter(Boolean).join(' – ');
      return description && `[Picture: ${description}]`;
    },
    video: (video) => `${formatVideo(video)}:\n${videoProviders[video.provider].page(video.id)}`,
    file(file) {
      const url = pictures.find(({ mediaId }) => mediaId === file.mediaId)?.url;
      return url === undefined ? formatFile(file) : `${formatFile(file)}:\n${url}`;
    },
    snapshot: (id) => `${photoLinkText}:\n${photoOf(id, siteUrl)}`,
    warning: (event) => `${warningLinkText}:\n${warningOf(event, siteUrl)}`,
  };
}

/** Wraps a line, repeating its quote marks and indentation. */
function wrapped(line: string): string {
  const [mark = ''] = /^(?:> ?|• |\d+\. | )*/.exec(line) ?? [];
  const below = mark.replace(/[^> ]/g, ' ');
  return mark.trimEnd() + wrap(line.slice(mark.length), below).slice(mark.trimEnd().length);
}

/** Mail programs cut off longer texts. */
const maxTextLength = 3_000;

/** Returns the first blocks that fit a mail; at least one. */
function beginning({ content }: RichTextDocument): TextBlock[] {
  const blocks: TextBlock[] = [];
  let length = 0;
  for (const block of content) {
    length += plainTextOf({ type: 'doc', content: [block] }).length;
    if (blocks.length > 0 && length > maxTextLength) break;
    blocks.push(block);
  }
  return blocks;
}

export interface RenderedText {
  html: SafeHtml;
  text: string;
  /** Whether the document continues beyond this text. */
  isCut: boolean;
}

/** Renders as much of the document as fits a mail, in HTML and in plain text wrapped for mail programs. */
export function drawForMail(document: RichTextDocument, context: RichTextContext): RenderedText {
  const excerpt: RichTextDocument = { type: 'doc', content: beginning(document) };
  const text = drawRichText(excerpt, textWriter(context))
    .map((block) => block.trim())
    .filter(Boolean)
    .join('\n\n')
    .split('\n')
    .map(wrapped)
    .join('\n')
    .replaceAll(fixedSpace, ' ');
  return {
    html: joined(
      drawRichText(excerpt, htmlWriter(context)).map((block) => withDirection(block) as SafeHtml),
      '\n',
    ),
    text,
    isCut: excerpt.content.length < document.content.length,
  };
}
