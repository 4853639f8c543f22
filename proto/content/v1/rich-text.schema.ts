/** Validation of a post's document, node by node, in the editor, the gateway and the service. */
import { truncate } from '@site/domain/truncate';
import { z } from 'zod';
import { canonicalLine, canonicalPiece } from '@site/domain/canonical-text';
import { emailPattern } from '@site/domain/email-address';
import { imageLimits } from '@site/domain/images/image-limits';
import { maxLength } from '../../fields.js';
import { findHiddenCharacterError, normaliseSitePath, normaliseWebAddress, withoutHidden } from '../../web-address.js';
import {
  imagePositions,
  imageSizes,
  plainTextOf,
  type Block,
  type FileAttributes,
  type ImageAttributes,
  type Inline,
  type ListItem,
  type Mark,
  type Paragraph,
  type RichTextDocument,
  type VideoAttributes,
} from '@site/domain/content/rich-text';
import { videoProviderNames, videoProviders } from '@site/domain/content/videos';
import { mediaLengths } from './media.schema.js';
import { nodeTypes } from './rich-text-nodes.js';

/** Checked first, so that no code walks a deep or endless structure. */
export const richTextLimits = {
  /** Nesting, including the document. */
  depth: 12,
  nodes: 5_000,
  characters: maxLength.description,
  /** Of the JSON; three documents fit into one gRPC message. */
  bytes: 256 * 1024,
  tableRows: 100,
  tableColumns: 12,
  caption: 300,
  videoTitle: 200,
  fileName: 200,
} as const;

const linkMessage = 'A link must lead to a web address, an email address or a page of this site';

/** Returns the address to store; undefined if it may not be linked to, such as `javascript:`. */
export function linkAddress(href: string): string | undefined {
  if (href.length > 4 * maxLength.url || findHiddenCharacterError('', href) !== undefined) return undefined;
  const address = normalised(canonicalLine(href));
  return address !== undefined && address.length <= maxLength.url ? address : undefined;
}

function normalised(input: string): string | undefined {
  if (input.startsWith('/')) return normaliseSitePath(input);
  const [, mail] = /^mailto:([^?]*)$/i.exec(input) ?? [];
  if (mail !== undefined) return emailPattern.test(mail) ? `mailto:${mail}` : undefined;
  return normaliseWebAddress(input);
}

const shortenAddress = (text: string) => canonicalLine(truncate(text, 60));

const href = z.string(linkMessage).transform((text, context) => {
  const address = linkAddress(text);
  if (address !== undefined) return address;
  context.addIssue(findHiddenCharacterError(`The link “${shortenAddress(text)}”`, text) ?? linkMessage);
  return z.NEVER;
});

const idField = (what: string) => z.guid(`${what} in the text has no id`);

const mark: z.ZodType<Mark> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bold') }),
  z.object({ type: z.literal('italic') }),
  z.object({ type: z.literal('strike') }),
  z.object({ type: z.literal('code') }),
  z.object({ type: z.literal('link'), attrs: z.object({ href }) }),
]);

const inlineText = z.string('A piece of the text is not valid').min(1).overwrite(canonicalPiece);

const inline: z.ZodType<Inline> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: inlineText, marks: z.array(mark).max(5).optional() }),
  z.object({ type: z.literal('hardBreak') }),
]);

/** Returns one text per line with visible characters. */
const linesOf = (piece: Inline): Inline[] =>
  piece.type === 'text'
    ? piece.text
        .split('\n')
        .flatMap((text, index): Inline[] => [
          ...(index > 0 ? [{ type: 'hardBreak' } as const] : []),
          ...(text === '' ? [] : [{ ...piece, text }]),
        ])
    : [piece];

const inlines = z
  .array(inline)
  .overwrite((pieces) => pieces.flatMap(linesOf))
  .optional();

/** Without its default values, so that an untouched picture stays as it was stored. */
const image: z.ZodType<ImageAttributes> = z
  .object({
    mediaId: idField('A picture'),
    alt: z
      .string()
      .overwrite(canonicalLine)
      .max(mediaLengths.alt, `A picture’s alt text must be at most ${mediaLengths.alt} characters`)
      .optional(),
    caption: z
      .string()
      .overwrite(canonicalLine)
      .max(richTextLimits.caption, `A picture’s caption must be at most ${richTextLimits.caption} characters`)
      .optional(),
    size: z.enum(imageSizes).optional().catch(undefined),
    position: z.enum(imagePositions).optional().catch(undefined),
  })
  .transform(({ mediaId, alt, caption, size, position }) => ({
    mediaId,
    ...(alt && { alt }),
    ...(caption && { caption }),
    ...(size && size !== 'full' && { size }),
    ...(position && position !== 'center' && { position }),
  }));

const video: z.ZodType<VideoAttributes> = z
  .object({
    provider: z.enum(videoProviderNames, 'A video in the text is from a site that can’t be embedded'),
    id: z.string('A video in the text has no id'),
    title: z
      .string()
      .overwrite(canonicalLine)
      .max(richTextLimits.videoTitle, `A video’s title must be at most ${richTextLimits.videoTitle} characters`)
      .optional(),
    mediaId: z.union([z.literal(''), idField('The poster of a video')]).optional(),
  })
  .refine(({ provider, id }) => videoProviders[provider].id.test(id), 'A video in the text has no id')
  .transform(({ title, mediaId, ...one }) => ({ ...one, ...(title && { title }), ...(mediaId && { mediaId }) }));

const file: z.ZodType<FileAttributes> = z.object({
  mediaId: idField('A file'),
  name: z
    .string('A file in the text has no name')
    .overwrite(canonicalLine)
    .min(1, 'A file in the text has no name')
    .max(richTextLimits.fileName, `A file’s name must be at most ${richTextLimits.fileName} characters`),
  bytes: z.coerce.number().int().min(0).max(imageLimits.bytes),
});

const listItem: z.ZodType<ListItem> = z.object({
  type: z.literal('listItem'),
  get content() {
    return z.array(block).min(1);
  },
});

const paragraph = z.object({ type: z.literal('paragraph'), content: inlines }) satisfies z.ZodType<Paragraph>;

export const tableLimitMessage = `A table can have at most ${richTextLimits.tableRows} rows and ${richTextLimits.tableColumns} columns`;

const table = z.object({
  type: z.literal('table'),
  attrs: z
    .object({
      caption: z
        .string()
        .overwrite(canonicalLine)
        .max(richTextLimits.caption, `A table’s caption must be at most ${richTextLimits.caption} characters`),
    })
    .optional(),
  content: z
    .array(
      z.object({
        type: z.literal('tableRow'),
        content: z
          .array(z.object({ type: z.enum(['tableCell', 'tableHeader']), content: z.array(paragraph).min(1) }))
          .min(1)
          .max(richTextLimits.tableColumns, tableLimitMessage),
      }),
    )
    .min(1)
    .max(richTextLimits.tableRows, tableLimitMessage),
});

const block: z.ZodType<Block> = z.discriminatedUnion('type', [
  paragraph,
  z.object({
    type: z.literal('heading'),
    attrs: z.object({ level: z.union([z.literal(2), z.literal(3)]) }),
    content: inlines,
  }),
  z.object({ type: z.literal('bulletList'), content: z.array(listItem).min(1) }),
  z.object({
    type: z.literal('orderedList'),
    attrs: z.object({ start: z.int().min(0).max(100_000).catch(1) }).optional(),
    content: z.array(listItem).min(1),
  }),
  z.object({
    type: z.literal('blockquote'),
    get content() {
      return z.array(block).min(1);
    },
  }),
  table,
  z.object({ type: z.literal('horizontalRule') }),
  z.object({ type: z.literal('image'), attrs: image }),
  z.object({ type: z.literal('video'), attrs: video }),
  z.object({ type: z.literal('file'), attrs: file }),
  z.object({ type: z.literal('snapshot'), attrs: z.object({ snapshotId: idField('A photo') }) }),
  z.object({
    type: z.literal('warning'),
    attrs: z.object({ event: z.string().regex(/^[\w.-]{1,100}$/, 'A warning in the text has no name') }),
  }),
]);

const document: z.ZodType<RichTextDocument> = z.object({ type: z.literal('doc'), content: z.array(block) });

/** Returns what is wrong with a document's size or node types, without recursion. */
function problemOf(value: unknown): string | undefined {
  let level: unknown[] = [value];
  let nodes = 0;
  let characters = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > richTextLimits.depth) return `The text is nested too deeply: at most ${richTextLimits.depth} levels`;
    nodes += level.length;
    if (nodes > richTextLimits.nodes)
      return `The text has too many parts: at most ${richTextLimits.nodes.toLocaleString('en-US')}`;
    const below: unknown[] = [];
    for (const node of level) {
      if (typeof node !== 'object' || node === null) return 'The text contains something that is not text';
      const { type, text, content, marks } = node as Record<string, unknown>;
      if (typeof type !== 'string' || !nodeTypes.has(type))
        return `The text contains something unknown: ${truncate(JSON.stringify(type ?? null), 60)}`;
      if (typeof text === 'string') characters += text.length;
      if (Array.isArray(marks)) {
        const odd = (marks as unknown[]).find(
          (one) => typeof one !== 'object' || one === null || !nodeTypes.has(String((one as { type?: unknown }).type)),
        );
        if (odd !== undefined) return 'The text contains an unknown style';
      }
      if (Array.isArray(content)) for (const child of content as unknown[]) below.push(child);
    }
    level = below;
  }
  // Not canonical yet; counted exactly later.
  if (characters > 4 * richTextLimits.characters)
    return `The text must be at most ${richTextLimits.characters.toLocaleString('en-US')} characters`;
  return undefined;
}

/** Returns the validated document without unknown parts, or a message for its author. */
export function readRichText(value: unknown): { document: RichTextDocument } | { problem: string } {
  const problem = problemOf(value);
  if (problem !== undefined) return { problem };
  const parsed = document.safeParse(value);
  if (!parsed.success) return { problem: messageOf(parsed.error) };
  // Counts the separators between paragraphs, too: this is stored as the description.
  if (plainTextOf(parsed.data).length > richTextLimits.characters)
    return { problem: `The text must be at most ${richTextLimits.characters.toLocaleString('en-US')} characters` };
  if (new TextEncoder().encode(JSON.stringify(parsed.data)).length > richTextLimits.bytes)
    return { problem: 'The text has too many links and parts to be saved' };
  return { document: parsed.data };
}

/**
 * Parses a stored document, repairing links accepted by earlier rules, which must not break an email; an unrepairable
 * one leads to the home page. Returns undefined for invalid JSON.
 */
export function parseStoredDocument(json: string): unknown {
  try {
    return JSON.parse(json, (key, value: unknown) =>
      key === 'href' && typeof value === 'string' ? (linkAddress(withoutHidden(value)) ?? '/') : value,
    );
  } catch {
    return undefined;
  }
}

const customMessagePattern = /^(A |The )/;
const messageOf = ({ issues }: z.ZodError) =>
  issues.map(({ message }) => message).find((message) => customMessagePattern.test(message)) ??
  'The text has an invalid structure';

export const richTextField = z.unknown().transform((value, context): RichTextDocument => {
  const read = readRichText(value);
  if ('document' in read) return read.document;
  context.addIssue(read.problem);
  return z.NEVER;
});
