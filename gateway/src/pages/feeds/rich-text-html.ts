import {
  drawRichText,
  formatFile,
  formatVideo,
  withDirection,
  type Mark,
  type RichTextDocument,
  type RichTextWriter,
} from '@site/domain/content/rich-text';
import { videoProviders } from '@site/domain/content/videos';
import type { MediaItem } from '@site/proto/gen/nest/content/v1/media';
import { escapeXml } from '@site/domain/escape-xml';
import { fallbackUrl, fileUrl } from '../../responses/image-json.js';

/** Resolves relative addresses: readers show feeds away from the site. */
type Absolute = (path: string) => string;

const element = (name: string, inside: string[], attributes = '') =>
  `<${name}${attributes}>${inside.join('')}</${name}>`;

const link = (href: string, inside: string[]) => element('a', inside, ` href="${escapeXml(href)}"`);

const markNames = { bold: 'strong', italic: 'em', strike: 's', code: 'code' } as const;

function writer(media: readonly MediaItem[], absolute: Absolute): RichTextWriter<string> {
  const address = (href: string) => (href.startsWith('/') ? absolute(href) : href);
  return {
    text: escapeXml,
    lineBreak: () => '<br>',
    mark: (mark: Mark, inside) =>
      mark.type === 'link' ? link(address(mark.attrs.href), inside) : element(markNames[mark.type], inside),
    paragraph: (inside) => element('p', inside),
    heading: (level, inside) => element(`h${level}`, inside),
    list: (start, items) => {
      const entries = items.map((blocks) => element('li', blocks));
      if (start === undefined) return element('ul', entries);
      return element('ol', entries, start === 1 ? '' : ` start="${start}"`);
    },
    quote: (inside) => element('blockquote', inside),
    table: (caption, rows) => {
      const lines = rows.map((cells) =>
        element(
          'tr',
          cells.map(({ scope, inside }) =>
            scope ? element('th', inside, ` scope="${scope}"`) : element('td', inside),
          ),
        ),
      );
      return element('table', [caption && element('caption', [escapeXml(caption)]), element('tbody', lines)]);
    },
    divider: () => '<hr>',
    image: ({ mediaId, alt, caption }) => {
      const item = media.find(({ id }) => id === mediaId);
      const src = fallbackUrl(item?.picture);
      if (!item || !src) return '';
      const imageHtml = `<img src="${escapeXml(absolute(src))}" alt="${escapeXml(alt || item.alt)}">`;
      const captionText = [caption, item.credit].filter(Boolean).join(' · ');
      return element('figure', [imageHtml, captionText && element('figcaption', [escapeXml(captionText)])]);
    },
    video: (video) => {
      const url = videoProviders[video.provider].page(video.id);
      const src = fallbackUrl(media.find(({ id }) => id === video.mediaId)?.picture);
      const poster = src && link(url, [`<img src="${escapeXml(absolute(src))}" alt="">`]);
      return element('figure', [poster ?? '', element('figcaption', [link(url, [escapeXml(formatVideo(video))])])]);
    },
    file: (file) => {
      const src = fileUrl(media.find(({ id }) => id === file.mediaId)?.picture);
      const parts = [escapeXml(formatFile(file))];
      return element('p', src ? [link(absolute(src), parts)] : parts);
    },
    snapshot: (id) =>
      element('p', [link(absolute(`/snapshots?id=${encodeURIComponent(id)}`), ['A photo from our readers'])]),
    warning: (event) =>
      element('p', [
        link(absolute(`/warning/${encodeURIComponent(event)}`), ['The warning, from its first message on']),
      ]),
  };
}

/** Escapes all text; renders only known node types. */
export const richTextHtml = (document: RichTextDocument, media: readonly MediaItem[], absolute: Absolute): string =>
  drawRichText(document, writer(media, absolute)).map(withDirection).join('\n');

/** Returns a paragraph per block of text; single line breaks become `<br>`. */
export const plainTextHtml = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => withDirection(element('p', [escapeXml(paragraph.trim()).replaceAll('\n', '<br>')])))
    .join('\n');
