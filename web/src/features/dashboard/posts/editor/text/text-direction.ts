import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Gives each block the direction of its first letter, as on the site. The stored text is unchanged. */
export const textDirection = Extension.create({
  name: 'blockDirection',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations: ({ doc }) => {
          const directed: Decoration[] = [];
          doc.forEach((block, from) => {
            if (!block.isAtom) directed.push(Decoration.node(from, from + block.nodeSize, { dir: 'auto' }));
          });
          return DecorationSet.create(doc, directed);
        },
      },
    }),
  ],
});
