/**
 * The text of a post as structure, stored and sent as this JSON, never as HTML. The format is ProseMirror's
 * (https://prosemirror.net/docs/guide/#doc); `rich-text.schema.ts` defines the allowed content. All rendering goes
 * through `drawRichText`, which supports only these nodes.
 */

import { truncateAtWord } from '../truncate.js';
import { videoProviders, type Video } from './videos.js';

export interface RichTextDocument {
  type: 'doc';
  content: Block[];
}

export interface Paragraph {
  type: 'paragraph';
  content?: Inline[] | undefined;
}

export type Block =
  | Paragraph
  | { type: 'heading'; attrs: { level: 2 | 3 }; content?: Inline[] | undefined }
  | { type: 'bulletList'; content: ListItem[] }
  | { type: 'orderedList'; attrs?: { start: number } | undefined; content: ListItem[] }
  | { type: 'blockquote'; content: Block[] }
  | { type: 'table'; attrs?: { caption: string } | undefined; content: TableRow[] }
  | { type: 'horizontalRule' }
  | { type: 'image'; attrs: ImageAttributes }
  | { type: 'video'; attrs: VideoAttributes }
  | { type: 'file'; attrs: FileAttributes }
  | { type: 'snapshot'; attrs: { snapshotId: string } }
  | { type: 'warning'; attrs: { event: string } };

export const imageSizes = ['small', 'medium', 'full'] as const;
export const imagePositions = ['left', 'center', 'right'] as const;

/** The credit belongs to the library's picture, and so does the alt text if absent. */
export interface ImageAttributes {
  mediaId: string;
  alt?: string | undefined;
  caption?: string | undefined;
  /** Full if absent. */
  size?: (typeof imageSizes)[number] | undefined;
  /** Centered if absent. */
  position?: (typeof imagePositions)[number] | undefined;
}

export interface VideoAttributes extends Video {
  title?: string | undefined;
  /** A library picture as poster. */
  mediaId?: string | undefined;
}

/** A PDF of the library. */
export interface FileAttributes {
  mediaId: string;
  /** As readers see it, such as "Storm report.pdf". */
  name: string;
  bytes: number;
}

export interface ListItem {
  type: 'listItem';
  content: Block[];
}

export interface TableRow {
  type: 'tableRow';
  content: TableCell[];
}

export interface TableCell {
  type: 'tableCell' | 'tableHeader';
  content: Paragraph[];
}

export type Inline = { type: 'text'; text: string; marks?: Mark[] | undefined } | { type: 'hardBreak' };

export type Mark = { type: 'bold' | 'italic' | 'strike' | 'code' } | { type: 'link'; attrs: { href: string } };

const markTypes: ReadonlySet<string> = new Set<Mark['type']>(['bold', 'italic', 'strike', 'code', 'link']);

/** `scope` is set for header cells; paragraphs are separated by line breaks. */
export interface RenderedCell<Out> {
  scope: 'col' | 'row' | undefined;
  inside: Out[];
}

/** For pages, emails and feeds. `Out` is one piece of the output. */
export interface RichTextWriter<Out> {
  text: (text: string) => Out;
  lineBreak: () => Out;
  mark: (mark: Mark, inside: Out[]) => Out;
  paragraph: (inside: Out[]) => Out;
  heading: (level: 2 | 3, inside: Out[]) => Out;
  /** `start` is the first number; undefined for a bulleted list. */
  list: (start: number | undefined, items: Out[][]) => Out;
  quote: (inside: Out[]) => Out;
  table: (caption: string, rows: RenderedCell<Out>[][]) => Out;
  divider: () => Out;
  image: (attributes: ImageAttributes) => Out;
  video: (attributes: VideoAttributes) => Out;
  file: (attributes: FileAttributes) => Out;
  snapshot: (snapshotId: string) => Out;
  warning: (event: string) => Out;
}

/** Leaves out unknown nodes and styles. */
export const drawRichText = <Out>({ content }: RichTextDocument, writer: RichTextWriter<Out>): Out[] =>
  drawBlocks(content, writer);

const drawBlocks = <Out>(blocks: readonly Block[], writer: RichTextWriter<Out>): Out[] =>
  blocks.flatMap((block) => drawBlock(block, writer) ?? []);

function drawBlock<Out>(block: Block, writer: RichTextWriter<Out>): Out | undefined {
  switch (block.type) {
    case 'paragraph':
      return writer.paragraph(drawInline(block.content, writer));
    case 'heading':
      return writer.heading(block.attrs.level, drawInline(block.content, writer));
    case 'bulletList':
      return writer.list(undefined, drawItems(block.content, writer));
    case 'orderedList':
      return writer.list(block.attrs?.start ?? 1, drawItems(block.content, writer));
    case 'blockquote':
      return writer.quote(drawBlocks(block.content, writer));
    case 'table':
      return writer.table(block.attrs?.caption ?? '', drawRows(block.content, writer));
    case 'horizontalRule':
      return writer.divider();
    case 'image':
      return writer.image(block.attrs);
    case 'video':
      return writer.video(block.attrs);
    case 'file':
      return writer.file(block.attrs);
    case 'snapshot':
      return writer.snapshot(block.attrs.snapshotId);
    case 'warning':
      return writer.warning(block.attrs.event);
    default:
      return undefined;
  }
}

const drawItems = <Out>(items: readonly ListItem[], writer: RichTextWriter<Out>) =>
  items.map(({ content }) => drawBlocks(content, writer));

const drawRows = <Out>(rows: readonly TableRow[], writer: RichTextWriter<Out>) =>
  rows.map(({ content: cells }, row) =>
    cells.map(({ type, content }): RenderedCell<Out> => {
      const lines = content.map((paragraph) => drawInline(paragraph.content, writer));
      return {
        scope: type === 'tableCell' ? undefined : row === 0 ? 'col' : 'row',
        inside: lines.flatMap((line, index) => (index === 0 ? line : [writer.lineBreak(), ...line])),
      };
    }),
  );

const drawInline = <Out>(inline: readonly Inline[] | undefined, writer: RichTextWriter<Out>): Out[] =>
  (inline ?? []).flatMap((piece) => {
    if (piece.type === 'hardBreak') return [writer.lineBreak()];
    if (piece.type !== 'text') return [];
    const marks = (piece.marks ?? []).filter(({ type }) => markTypes.has(type));
    return [marks.reduceRight((inside, mark) => writer.mark(mark, [inside]), writer.text(piece.text))];
  });

/** Gives a block's HTML the direction of its first letter; the blocks inside it follow. */
export const withDirection = (html: string): string => html.replace(/^<(?!(?:img|hr)\b)\w+/, '$& dir="auto"');

/** Yields every block, also inside quotes, lists and tables, in reading order. */
export function* blocksOf(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    yield block;
    if (block.type === 'blockquote') yield* blocksOf(block.content);
    else if (block.type === 'bulletList' || block.type === 'orderedList')
      for (const { content } of block.content) yield* blocksOf(content);
    else if (block.type === 'table')
      for (const row of block.content) for (const { content } of row.content) yield* blocksOf(content);
  }
}

/** Returns the unique ids of the library pictures and files. */
export const mediaIdsOf = ({ content }: RichTextDocument): string[] => [
  ...new Set(
    [...blocksOf(content)].flatMap((block) =>
      block.type === 'image' || block.type === 'video' || block.type === 'file' ? (block.attrs.mediaId ?? []) : [],
    ),
  ),
];

/** Returns the ids of the library files (PDF), which may repeat. */
export const fileIdsOf = ({ content }: RichTextDocument): string[] =>
  [...blocksOf(content)].flatMap((block) => (block.type === 'file' ? [block.attrs.mediaId] : []));

/** Returns the unique keys of the weather events. */
export const eventKeysOf = ({ content }: RichTextDocument): string[] => [
  ...new Set([...blocksOf(content)].flatMap((block) => (block.type === 'warning' ? [block.attrs.event] : []))),
];

/** Indents every line but the first. */
const hanging = (text: string, indent: string) => text.replaceAll('\n', `\n${indent}`);

/** Returns the words of a link to a video. */
export const formatVideo = ({ provider, title }: VideoAttributes): string =>
  `Watch ${title ? `“${title}”` : 'the video'} on ${videoProviders[provider].name}`;

/** Formats "PDF, 1.2 MB". */
export const formatFileSize = ({ bytes }: Pick<FileAttributes, 'bytes'>): string =>
  `PDF, ${bytes < 100_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`}`;

export const formatFile = (file: FileAttributes): string => `${file.name} (${formatFileSize(file)})`;

/** Keeps a correction from reading as its opposite. */
export const struck = (text: string) => `~~${text}~~`;

/** The text of a cell on one line. */
export const cellLine = ({ inside }: RenderedCell<string>): string => inside.join('').replace(/\s+/g, ' ').trim();

const dividerLine = '* * *';

/** Renders a document as plain text without pictures. */
export const plainWriter: RichTextWriter<string> = {
  text: (text) => text,
  lineBreak: () => '\n',
  mark: (mark, inside) => {
    const text = inside.join('');
    if (mark.type === 'strike') return struck(text);
    if (mark.type !== 'link') return text;
    const address = mark.attrs.href.replace(/^mailto:/, '');
    return address === text || address.startsWith('/') ? text : `${text} (${address})`;
  },
  paragraph: (inside) => inside.join(''),
  heading: (_level, inside) => inside.join(''),
  list: (start, items) =>
    items
      .map((blocks, index) => {
        const mark = start === undefined ? '•' : `${start + index}.`;
        return `${mark} ${hanging(blocks.join('\n'), ' '.repeat(mark.length + 1))}`;
      })
      .join('\n'),
  quote: (blocks) => `> ${hanging(blocks.join('\n\n'), '> ')}`,
  table: (caption, rows) =>
    [...(caption ? [caption] : []), ...rows.map((cells) => cells.map(cellLine).join('\t').trimEnd())].join('\n'),
  divider: () => dividerLine,
  image: () => '',
  video: ({ title }) => title ?? '',
  file: formatFile,
  snapshot: () => '',
  warning: () => '',
};

/** Separates paragraphs by blank lines, as in plain-text posts. */
export const plainTextOf = (document: RichTextDocument): string =>
  drawRichText(document, plainWriter)
    .map((block) => block.trim())
    .filter(Boolean)
    .join('\n\n');

/** Converts plain text: blank lines separate paragraphs, other line breaks stay. */
export const documentOfText = (text: string): RichTextDocument => ({
  type: 'doc',
  content: text.split(/\n\s*\n/).map((paragraph) => {
    const content = paragraph
      .split('\n')
      .flatMap((line, index): Inline[] => [
        ...(index > 0 ? [{ type: 'hardBreak' } as const] : []),
        ...(line ? [{ type: 'text', text: line } as const] : []),
      ]);
    return { type: 'paragraph', ...(content.length > 0 && { content }) };
  }),
});

const maxExcerptLength = 200;

/** Returns the first words of a text, at most 200 characters, in place of an excerpt. */
export function excerptOf(text: string): string {
  // Dividers and the markers of lists and quotes are meaningless in a single line.
  const plain = text
    .replace(/^(?:(?:•|>|\d{1,6}\.) )+|^\* \* \*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return truncateAtWord(plain, maxExcerptLength);
}
