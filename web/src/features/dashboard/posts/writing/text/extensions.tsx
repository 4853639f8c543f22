import type { MediaItem } from '@site/proto/content/v1/media.answers';
import { linkAddress } from '@site/proto/content/v1/rich-text.schema';
import type { Snapshot } from '@site/proto/submissions/v1/snapshots.answers';
import { useQuery } from '@tanstack/react-query';
import { type Extensions, Mark, mergeAttributes, Node } from '@tiptap/core';
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { Trash2, TriangleAlert } from 'lucide-react';
import { createContext, type ReactNode, use } from 'react';
import { fetchData } from '../../../../../api/admin.js';
import { AdminPicture } from '../../../../../dashboard-kit/admin-picture.js';
import { eventPath } from '../../../../../domain/alerts/alert-path.js';
import { IconButton } from '../../../../../ui/button.js';
import { StoredPicture } from '../../../../../ui/picture.js';
import { linkAddresses } from './links.js';
import { tableExtensions } from './table.js';

/** The content that `rich-text.ts` allows; anything else becomes paragraphs and words. */

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

/** Creates a block that refers to something stored elsewhere by its id. */
const reference = (name: string, attribute: string, view: Parameters<typeof ReactNodeViewRenderer>[0]) => {
  const data = `data-${name}`;
  return Node.create({
    name,
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({
      [attribute]: {
        default: '',
        parseHTML: (element: HTMLElement) => element.getAttribute(data),
        renderHTML: (attributes: Record<string, unknown>) => ({ [data]: attributes[attribute] }),
      },
    }),
    parseHTML: () => [{ tag: `div[${data}]` }],
    renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
    addNodeView: () => ReactNodeViewRenderer(view),
  });
};

export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    codeBlock: false,
    underline: false,
    link: false,
    // Would change every text that ends in a list or a picture on opening.
    trailingNode: false,
  }),
  Link,
  ...tableExtensions,
  reference('image', 'mediaId', PictureView),
  reference('snapshot', 'snapshotId', SnapshotView),
  reference('warning', 'event', WarningView),
];

interface FrameProps extends NodeViewProps {
  noun: string;
  children: ReactNode;
}

function Frame({ selected, deleteNode, noun, children }: FrameProps) {
  return (
    <NodeViewWrapper
      data-drag-handle
      contentEditable={false}
      className={`relative my-4 overflow-hidden rounded-md ring-1 ring-inset ${selected ? 'outline-3 outline-sky ring-sky' : 'ring-line'}`}
    >
      {children}
      <IconButton
        label={`Remove the ${noun} from the text`}
        onClick={deleteNode}
        className="absolute top-2 right-2 bg-surface ring-1 ring-inset ring-edge"
      >
        <Trash2 aria-hidden="true" size={18} />
      </IconButton>
    </NodeViewWrapper>
  );
}

const captionLook = 'px-4 py-2 text-sm wrap-anywhere text-ink-soft';

function PictureView(props: NodeViewProps) {
  const item = use(MediaContext).get(String(props.node.attrs['mediaId']));
  if (!item)
    return (
      <Frame {...props} noun="picture">
        <p className="p-4 pr-14">This picture isn’t in the library, or hasn’t loaded yet. Save the post to see it.</p>
      </Frame>
    );
  return (
    <Frame {...props} noun="picture">
      <span className="block max-h-96 min-h-24 bg-surface-raised [&_img]:mx-auto [&_img]:max-h-96 [&_img]:w-auto">
        <AdminPicture picture={item.picture} src={null} alt={item.alt} cssPixels={720} className="max-w-full" />
      </span>
      <p className={captionLook}>
        {item.alt ? `Alt text: ${item.alt}` : 'No alt text yet. Add it in the library before you publish.'}
        {item.credit && ` · Credit: ${item.credit}`}
      </p>
    </Frame>
  );
}

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
            <StoredPicture
              picture={photo.picture}
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

export const MediaContext = createContext<ReadonlyMap<string, MediaItem>>(new Map());
