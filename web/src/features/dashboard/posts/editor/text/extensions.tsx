/** The post editor's schema. The content that `rich-text.ts` allows; anything else becomes paragraphs and words. */
import { linkAddress } from '@site/proto/content/v1/rich-text.schema';
import type { Snapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { useQuery } from '@tanstack/react-query';
import { type Extensions, Mark, mergeAttributes, Node } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Text } from '@tiptap/extension-text';
import { Dropcursor, Gapcursor, UndoRedo } from '@tiptap/extensions';
import { type NodeViewProps, ReactNodeViewRenderer } from '@tiptap/react';
import { TriangleAlert } from 'lucide-react';
import { fetchData } from '@/api/admin.js';
import { eventPath } from '@/components/alerts/alert-path.js';
import { FallbackImage } from '@/ui/image.js';
import { FileView } from './file-view.js';
import { Frame } from './block-frame.js';
import { linkAddresses } from './links.js';
import { pastedText } from './pasted-text.js';
import { ImageNodeView } from './image-view.js';
import { tableExtensions } from './table.js';
import { VideoView } from './video-view.js';

/** A forbidden target, such as `javascript:`, leaves plain text. */
const Link = Mark.create({
  name: 'link',
  priority: 1_000,
  inclusive: false,
  exitable: true,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (anchor) => {
        const href = linkAddress(anchor.getAttribute('href') ?? '');
        return href === undefined ? false : { href };
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', mergeAttributes(HTMLAttributes, { rel: 'noopener nofollow' }), 0],
  addProseMirrorPlugins() {
    return [linkAddresses(this.type)];
  },
});

/**
 * Creates a block that refers to something stored elsewhere by its id.
 * @param more further attributes, with their default values
 */
const reference = (
  name: string,
  attribute: string,
  view: Parameters<typeof ReactNodeViewRenderer>[0],
  more: Readonly<Record<string, string>> = {},
) => {
  const data = `data-${name}`;
  const stored = (initial: string, written: string, key: string) => ({
    default: initial,
    parseHTML: (element: HTMLElement) => element.getAttribute(written) ?? initial,
    renderHTML: (attributes: Record<string, unknown>) => ({ [written]: attributes[key] }),
  });
  return Node.create({
    name,
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({
      [attribute]: stored('', data, attribute),
      ...Object.fromEntries(
        Object.entries(more).map(([key, initial]) => [key, stored(initial, `${data}-${key}`, key)] as const),
      ),
    }),
    parseHTML: () => [{ tag: `div[${data}]` }],
    renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
    addNodeView: () => ReactNodeViewRenderer(view),
  });
};

export const extensions: Extensions = [
  // Not the starter kit, which brings a link detector and other unused parts.
  Document,
  Paragraph,
  Text,
  Heading.configure({ levels: [2, 3] }),
  HardBreak,
  Blockquote,
  HorizontalRule,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  Bold,
  Code,
  Italic,
  Strike,
  Dropcursor,
  Gapcursor,
  UndoRedo,
  Link,
  pastedText,
  ...tableExtensions,
  reference('image', 'mediaId', ImageNodeView, { alt: '', caption: '', size: 'full', position: 'center' }),
  reference('video', 'provider', VideoView, { id: '', title: '', mediaId: '' }),
  reference('file', 'mediaId', FileView, { name: '', bytes: '0' }),
  reference('snapshot', 'snapshotId', SnapshotView),
  reference('warning', 'event', WarningView),
];

function SnapshotView(props: NodeViewProps) {
  const id = String(props.node.attrs['snapshotId']);
  const snapshot = useQuery({
    queryKey: ['snapshots', 'one', id],
    queryFn: ({ signal }) => fetchData<Snapshot>(`/main/snapshot/${encodeURIComponent(id)}`, { signal }),
    staleTime: 300_000,
  });
  const { data: photo } = snapshot;
  return (
    <Frame {...props} noun="photo">
      {photo ? (
        <span className="flex flex-wrap gap-4 p-4 pr-14">
          <span className="relative block h-24 w-32 overflow-hidden rounded-sm bg-surface-raised">
            <FallbackImage
              image={photo.picture}
              src={photo.file}
              alt=""
              sizes="128px"
              className="absolute inset-0 size-full"
            />
          </span>
          <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
            <span className="block font-semibold">
              Photo by {photo.first_name} {photo.last_name}
            </span>
            <span className="block text-ink-soft">{photo.location}</span>
            <span className="line-clamp-3">{photo.comment}</span>
          </span>
        </span>
      ) : (
        <p className="p-4 pr-14">
          {snapshot.isError ? 'This photo is no longer on the site. Readers see nothing here.' : 'Loading the photo…'}
        </p>
      )}
    </Frame>
  );
}

/** Refers to a warning by its event id; readers load its text. */
function WarningView(props: NodeViewProps) {
  const event = String(props.node.attrs['event']);
  return (
    <Frame {...props} noun="warning">
      <p className="flex items-start gap-3 p-4 pr-14 wrap-anywhere">
        <TriangleAlert aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-danger" />
        <span>
          <span className="block font-semibold">Weather warning</span>
          <a href={eventPath(event)} target="_blank" rel="noopener" className="text-link">
            {event}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </span>
      </p>
    </Frame>
  );
}
