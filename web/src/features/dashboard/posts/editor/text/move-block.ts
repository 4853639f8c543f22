import { type Command, Extension } from '@tiptap/core';
import { GapCursor } from '@tiptap/pm/gapcursor';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

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
      const first = $from.index(depth);
      const end = $to.indexAfter(depth);
      if (first >= end) continue;
      const sibling = direction === 'up' ? first - 1 : end;
      if (!containers.has(parent.type.name) || sibling < 0 || sibling >= parent.childCount) continue;
      const from = $from.posAtIndex(first, depth);
      const to = $from.posAtIndex(end, depth);
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

/**
 * Puts the caret beyond a first or last block that has no line to write on. Otherwise a click there selects the block,
 * and typing replaces it.
 */
function clickBeyond(view: EditorView, y: number): boolean {
  const { doc, tr } = view.state;
  const { firstChild, lastChild } = doc;
  if (!firstChild || !lastChild) return false;
  const lastAt = doc.content.size - lastChild.nodeSize;
  const edgeOf = (pos: number, edge: 'top' | 'bottom') => {
    const block = view.nodeDOM(pos);
    return block instanceof Element ? block.getBoundingClientRect()[edge] : y;
  };
  const end =
    y > edgeOf(lastAt, 'bottom')
      ? { block: lastChild, pos: doc.content.size }
      : y < edgeOf(0, 'top') && { block: firstChild, pos: 0 };
  if (!end || !(end.block.isAtom || end.block.type.spec.isolating)) return false;
  view.dispatch(tr.setSelection(new GapCursor(doc.resolve(end.pos))));
  view.focus();
  return true;
}

/** Moves blocks by keyboard, and lets the caret go where no block is. */
export const blockShortcuts = Extension.create({
  name: 'blockShortcuts',
  addProseMirrorPlugins() {
    const handleClick = (view: EditorView, _pos: number, { clientY }: MouseEvent) => clickBeyond(view, clientY);
    return [new Plugin({ props: { handleClick, handleDoubleClick: handleClick, handleTripleClick: handleClick } })];
  },
  addKeyboardShortcuts: () => ({
    'Alt-Shift-ArrowUp': ({ editor }) => editor.commands.command(moveBlock('up')) || true,
    'Alt-Shift-ArrowDown': ({ editor }) => editor.commands.command(moveBlock('down')) || true,
  }),
});
