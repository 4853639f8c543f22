/** Tables in the post editor: schema, caption and view. */
import { richTextLimits } from '@site/proto/content/v1/rich-text.schema';
import { type Attributes, mergeAttributes } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { type NodeViewProps, NodeViewContent, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import { useEffect, useRef } from 'react';

/** Cells never span: `pasted-table.ts` divides those that do. */
const cellAttributes = (): Attributes => ({
  colspan: { default: 1, rendered: false, parseHTML: () => 1 },
  rowspan: { default: 1, rendered: false, parseHTML: () => 1 },
  colwidth: { default: null, rendered: false, parseHTML: () => null },
});

export const tableExtensions = [
  Table.extend({
    addAttributes: () => ({
      caption: {
        default: '',
        parseHTML: (element: HTMLElement) => element.dataset['caption'] ?? '',
        renderHTML: ({ caption }: Record<string, unknown>) => (caption ? { 'data-caption': caption } : {}),
      },
    }),
    renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
    addNodeView: () => ReactNodeViewRenderer(TableView, { contentDOMElementTag: 'tbody' }),
    // The drag handle selects whole tables.
  }).configure({ allowTableNodeSelection: true }),
  TableRow,
  TableCell.extend({
    content: 'paragraph+',
    addAttributes: cellAttributes,
    renderHTML: ({ HTMLAttributes }) => ['td', mergeAttributes(HTMLAttributes), 0],
  }),
  TableHeader.extend({
    content: 'paragraph+',
    addAttributes: cellAttributes,
    renderHTML: ({ HTMLAttributes }) => ['th', mergeAttributes(HTMLAttributes), 0],
  }),
];

function TableView({ node, editor, updateAttributes, selected }: NodeViewProps) {
  const caption = String(node.attrs['caption']);
  const field = useRef<HTMLInputElement>(null);
  // A controlled field would lose the caret: the editor renders later.
  useEffect(() => {
    if (field.current && field.current.value !== caption) field.current.value = caption;
  }, [caption]);
  return (
    <NodeViewWrapper className={selected ? 'my-4 outline-3 outline-sky' : 'my-4'}>
      <div contentEditable={false}>
        <input
          ref={field}
          defaultValue={caption}
          aria-label="Table caption"
          placeholder="Add a caption"
          maxLength={richTextLimits.caption}
          autoComplete="off"
          onChange={(event) => updateAttributes({ caption: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Otherwise it submits the page's form.
            event.preventDefault();
            editor.commands.focus();
          }}
          className="mb-1 w-full rounded-sm bg-transparent px-2 py-1 text-ink-soft placeholder:text-ink-soft"
        />
      </div>
      <div className="overflow-x-auto pb-1">
        <NodeViewContent<'table'> as="table" />
      </div>
    </NodeViewWrapper>
  );
}
