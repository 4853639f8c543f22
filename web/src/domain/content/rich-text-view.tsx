import type { PostMedia } from '@site/proto/content/v1/media.answers';
import {
  type DrawnCell,
  drawRichText,
  plainTextOf,
  type Mark,
  type RichTextDocument,
  type RichTextWriter,
} from '@site/domain/content/rich-text';
import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../../ui/class-names.js';
import { OutsideLink } from '../../ui/outside-link.js';
import { isShowable, Picture } from '../../ui/picture.js';
import { SnapshotEmbed } from './snapshot-embed.js';
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
      {createElement(Fragment, null, ...drawRichText(document, writer(media)))}
    </TextFrame>
  );
}

/** With kerning, Chromium lays out a word again for each of its lines: fifty thousand letters take ten seconds. */
const hasEndlessWord = (text: string) => text.split(/\s/).some(({ length }) => length >= 2_000);

/** @param text turns off kerning if a word is extremely long */
export function TextFrame({ text, children }: { text: string; children: ReactNode }) {
  const look = classNames('rich-text wrap-anywhere', hasEndlessWord(text) && '[font-kerning:none]');
  return <div className={look}>{children}</div>;
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
  image: (mediaId) => {
    const item = media.find(({ id }) => id === mediaId);
    return item && <Figure item={item} />;
  },
  snapshot: (id) => <SnapshotEmbed id={id} />,
  warning: (event) => <WarningEmbed event={event} />,
});

/** Scrolls horizontally in narrow windows. */
function TextTable({ caption, rows }: { caption: string; rows: DrawnCell<ReactNode>[][] }) {
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

function Figure({ item: { picture, alt, credit } }: { item: PostMedia }) {
  if (!isShowable(picture)) return null;
  return (
    <figure>
      <Picture
        picture={picture}
        alt={alt}
        sizes="(min-width: 768px) 720px, 100vw"
        fit="contain"
        className="h-auto max-h-[80dvh] w-full rounded-lg"
      />
      {credit && <figcaption className="mt-2 text-sm text-ink-soft">{credit}</figcaption>}
    </figure>
  );
}
