import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

/** Where an upload goes. It moves with the text around it, and is never part of the document. */
export interface UploadPlace {
  id: number;
  at: number;
  /** Shows the progress. */
  box: HTMLElement;
}

type Change = { added: UploadPlace[] } | { ended: number };

const key = new PluginKey<readonly UploadPlace[]>('uploads');

/** Returns the nearest position between two blocks, before an empty one. */
function betweenBlocks(doc: Node, at: number): number {
  const $at = doc.resolve(Math.min(at, doc.content.size));
  if ($at.depth === 0) return $at.pos;
  return $at.pos === $at.start(1) ? $at.before(1) : $at.after(1);
}

/** Keeps the places of uploads, even when the text around them is deleted or replaced. */
export const uploadPlaces = Extension.create({
  name: 'uploadPlaces',
  addProseMirrorPlugins: () => [
    new Plugin<readonly UploadPlace[]>({
      key,
      state: {
        init: () => [],
        apply(transaction, places) {
          const change = transaction.getMeta(key) as Change | undefined;
          const ended = change && 'ended' in change ? places.findIndex(({ id }) => id === change.ended) : 0;
          // An inserted block goes between the uploads before and after it.
          const moved = places.map((place, index) => ({
            ...place,
            at: transaction.mapping.map(place.at, index < ended ? -1 : 1),
          }));
          if (!change) return moved;
          return 'added' in change ? [...moved, ...change.added] : moved.filter(({ id }) => id !== change.ended);
        },
      },
      props: {
        decorations: (state) =>
          DecorationSet.create(
            state.doc,
            (key.getState(state) ?? []).map(({ id, at, box }, index) =>
              Decoration.widget(betweenBlocks(state.doc, at), box, {
                key: `upload-${id}`,
                side: index,
                ignoreSelection: true,
                stopEvent: () => true,
              }),
            ),
          ),
      },
    }),
  ],
});

/** Marks places for uploads, with a line to write on below them at the end of the text. */
export function addUploads(view: EditorView, at: number, uploads: Omit<UploadPlace, 'at'>[]): void {
  const { state } = view;
  const place = betweenBlocks(state.doc, at);
  const { tr } = state;
  const paragraph = state.schema.nodes['paragraph'];
  if (place === state.doc.content.size && paragraph) tr.insert(place, paragraph.create());
  view.dispatch(tr.setMeta(key, { added: uploads.map((upload) => ({ ...upload, at: place })) } satisfies Change));
}

/** Ends an upload: puts the block in its place, or nothing. */
export function endUpload(view: EditorView, id: number, type?: string, attributes?: object): void {
  const { state } = view;
  const place = key.getState(state)?.find((one) => one.id === id);
  if (!place) return;
  const { tr } = state;
  const node = type && state.schema.nodes[type]?.create({ ...attributes });
  if (node) tr.insert(betweenBlocks(state.doc, place.at), node);
  view.dispatch(tr.setMeta(key, { ended: id } satisfies Change));
}
