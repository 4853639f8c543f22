import { Mark, mergeAttributes, Node, type Extensions } from '@tiptap/core';
import { ReactNodeViewRenderer } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { linkAddress } from '@site/proto/content/v1/rich-text.schema';
import { PictureView, SnapshotView, WarningView } from './node-views.js';

/** The content allowed by `rich-text.ts`; anything else that is pasted becomes paragraphs and words. */

/** A link. A forbidden target, such as `javascript:`, leaves plain text. */
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
});

/** A block that refers to something stored elsewhere; the text contains only its id. */
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
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    link: false,
    // Would change every text that ends in a list or a picture as soon as it is opened.
    trailingNode: false,
  }),
  Link,
  reference('image', 'mediaId', PictureView),
  reference('snapshot', 'snapshotId', SnapshotView),
  reference('warning', 'event', WarningView),
];
