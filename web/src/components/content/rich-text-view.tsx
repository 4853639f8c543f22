/** Renders a post's document. */
import type { PostMedia } from '@site/proto/content/v1/media.responses';
import {
  type RenderedCell,
  drawRichText,
  formatFileSize,
  plainTextOf,
  type FileAttributes,
  type ImageAttributes,
  type Mark,
  type RichTextDocument,
  type RichTextWriter,
} from '@site/domain/content/rich-text';
import { FileText } from 'lucide-react';
import { cloneElement, createElement, Fragment, isValidElement, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '@/ui/class-names.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { isShowable, ResponsiveImage } from '@/ui/image.js';
import { SnapshotEmbed } from './snapshot-embed.js';
import { VideoEmbed } from './video-embed.js';
import { WarningEmbed } from './warning-embed.js';

interface RichTextViewProps {
  document: RichTextDocument;
  /** Other pictures in the text are omitted. */
  media: readonly PostMedia[];
}

/** Built from elements rather than HTML, so that a post can't contain scripts. */
export function RichTextView({ document, media }: RichTextViewProps) {
  return (
    <TextFrame text={plainTextOf(document)}>
      {createElement(Fragment, null, ...drawRichText(document, writer(media)).map(directed))}
    </TextFrame>
  );
}

/** Gives a block the direction of its first letter; the blocks inside it follow. */
const directed = (block: ReactNode): ReactNode =>
  isValidElement<{ dir?: string }>(block) && typeof block.type === 'string'
    ? cloneElement(block, { dir: 'auto' })
    : block;

/** With kerning, Chromium lays out a word again for each of its lines: fifty thousand letters take ten seconds. */
const hasEndlessWord = (text: string) => text.split(/\s/).some(({ length }) => length >= 2_000);

/** @param text turns off kerning if a word is extremely long */
export function TextFrame({ text, children }: { text: string; children: ReactNode }) {
  const className = classNames('rich-text wrap-anywhere', hasEndlessWord(text) && '[font-kerning:none]');
  return <div className={className}>{children}</div>;
}

/** Passes children as arguments, not as a list: they have no keys and never move. */
const element = (
  name: 'p' | 'h2' | 'h3' | 'ul' | 'li' | 'blockquote' | 'strong' | 'em' | 's' | 'code' | 'tr' | 'tbody',
  inside: ReactNode[],
) => createElement(name, null, ...inside);

const markNames = { bold: 'strong', italic: 'em', strike: 's', code: 'code' } as const;

function marked(mark: Mark, inside: ReactNode[]): ReactNode {
  if (mark.type !== 'link') return element(markNames[mark.type], inside);
  const { href } = mark.attrs;
  if (href.startsWith('/')) return createElement(Link, { to: href, className: 'text-link' }, ...inside);
  if (href.startsWith('mailto:')) return createElement('a', { href, className: 'text-link' }, ...inside);
  return createElement(OutsideLink, { href }, ...inside);
}

const writer = (media: readonly PostMedia[]): RichTextWriter<ReactNode> => ({
  text: (text) => text,
  lineBreak: () => <br />,
  mark: marked,
  paragraph: (inside) => element('p', inside),
  heading: (level, inside) => element(`h${level}`, inside),
  list: (start, items) => {
    const entries = items.map((blocks) => element('li', blocks));
    return start === undefined ? element('ul', entries) : createElement('ol', { start }, ...entries);
  },
  quote: (inside) => element('blockquote', inside),
  table: (caption, rows) => <TextTable caption={caption} rows={rows} />,
  divider: () => <hr />,
  image: (attributes) => {
    const item = media.find(({ id }) => id === attributes.mediaId);
    return item && <Figure item={item} attributes={attributes} />;
  },
  video: (video) => <VideoEmbed video={video} image={media.find(({ id }) => id === video.mediaId)?.picture} />,
  file: (file) => <FileLink file={file} item={media.find(({ id }) => id === file.mediaId)} />,
  snapshot: (id) => <SnapshotEmbed id={id} />,
  warning: (event) => <WarningEmbed event={event} />,
});

/** Scrolls horizontally in narrow windows. */
function TextTable({ caption, rows }: { caption: string; rows: RenderedCell<ReactNode>[][] }) {
  const lines = rows.map((cells) =>
    element(
      'tr',
      cells.map(({ scope, inside }) => createElement(scope ? 'th' : 'td', { scope, dir: 'auto' }, ...inside)),
    ),
  );
  return (
    <div
      role="group"
      aria-label={caption || 'Table'}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must take the focus (axe: scrollable-region-focusable)
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table>
        {caption && <caption dir="auto">{caption}</caption>}
        {element('tbody', lines)}
      </table>
    </div>
  );
}

/** A small or medium picture keeps its share of the column on phones, too, where it would otherwise fill the screen. */
const figureStyles = { small: 'w-1/3 min-w-32', medium: 'w-3/5 min-w-48', full: 'w-full' } as const;
const shares = { small: 0.35, medium: 0.6, full: 1 } as const;
const positionStyles = { left: 'mr-auto', center: 'mx-auto', right: 'ml-auto' } as const;

/** Also the look of a picture in the editor. */
export const getFigureClassName = ({ size = 'full', position = 'center' }: Omit<ImageAttributes, 'mediaId'>) =>
  classNames(figureStyles[size], positionStyles[position], 'max-w-full');

function Figure({ item: { picture, alt, credit }, attributes }: { item: PostMedia; attributes: ImageAttributes }) {
  if (!isShowable(picture)) return null;
  const { caption, size = 'full' } = attributes;
  return (
    <figure className={getFigureClassName(attributes)}>
      <ResponsiveImage
        image={picture}
        alt={attributes.alt || alt}
        sizes={`(min-width: 768px) ${720 * shares[size]}px, ${100 * shares[size]}vw`}
        fit="contain"
        className="h-auto max-h-[80dvh] w-full rounded-lg"
      />
      {(caption || credit) && (
        <figcaption dir="auto" className="mt-2 text-sm text-ink-soft">
          {caption && <span className="block text-ink">{caption}</span>}
          {credit}
        </figcaption>
      )}
    </figure>
  );
}

/** Without a link while the file is being prepared. */
function FileLink({ file, item }: { file: FileAttributes; item: PostMedia | undefined }) {
  if (!item) return null;
  const [stored] = item.picture.sizes;
  return (
    <p className="flex items-center gap-3 rounded-lg bg-surface-raised px-4 py-3 ring-1 ring-line ring-inset">
      <FileText aria-hidden="true" size={24} className="shrink-0 text-ink-soft" />
      <span className="min-w-0">
        {stored ? (
          <a href={stored.src} download={file.name} className="text-link">
            {file.name}
          </a>
        ) : (
          file.name
        )}{' '}
        <span className="text-sm text-ink-soft">({formatFileSize(file)})</span>
      </span>
    </p>
  );
}
