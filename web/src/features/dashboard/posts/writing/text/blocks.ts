import { type Command, Extension } from '@tiptap/core';

/** What blocks can be moved in. List items move within their list, and a list of one as a whole. */
const containers = new Set(['doc', 'bulletList', 'orderedList', 'blockquote']);

/**
 * Swaps the selected blocks with the block before or after them; false if there is none. A caret between two blocks
 * selects none.
 */
export const moveBlock =
  (direction: 'up' | 'down'): Command =>
  ({ state, tr, dispatch }) => {
    const { $from, $to } = state.selection;
    for (let depth = $from.sharedDepth($to.pos); depth >= 0; depth -= 1) {
      const parent = $from.node(depth);
      const [first, end] = [$from.index(depth), $to.indexAfter(depth)];
      if (first >= end) continue;
      const sibling = direction === 'up' ? first - 1 : end;
      if (!containers.has(parent.type.name) || sibling < 0 || sibling >= parent.childCount) continue;
      const [from, to] = [$from.posAtIndex(first, depth), $from.posAtIndex(end, depth)];
      const node = parent.child(sibling);
      if (dispatch && direction === 'up')
        tr.insert(to, node)
          .delete(from - node.nodeSize, from)
          .scrollIntoView();
      else if (dispatch)
        tr.delete(to, to + node.nodeSize)
          .insert(from, node)
          .scrollIntoView();
      return true;
    }
    return false;
  };

/** Moves blocks by keyboard. */
export const blockShortcuts = Extension.create({
  name: 'blockShortcuts',
  addKeyboardShortcuts: () => ({
    'Alt-Shift-ArrowUp': ({ editor }) => editor.commands.command(moveBlock('up')) || true,
    'Alt-Shift-ArrowDown': ({ editor }) => editor.commands.command(moveBlock('down')) || true,
  }),
});
