import { NodeSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { GripVertical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

interface Place {
  /** Of the block in the document. */
  pos: number;
  /** Pixels from the top of the text box. */
  top: number;
}

/** Returns the block of the document at a height of the window. */
function blockAt({ view }: Editor, y: number): Place | undefined {
  const { left, width } = view.dom.getBoundingClientRect();
  let element = document.elementFromPoint(left + width / 2, y);
  while (element && element.parentElement !== view.dom) element = element.parentElement;
  if (!(element instanceof HTMLElement)) return undefined;
  let found: Place | undefined;
  view.state.doc.forEach((_block, pos) => {
    if (view.nodeDOM(pos) === element) found = { pos, top: element.offsetTop };
  });
  return found;
}

function select({ view }: Editor, { pos }: Place) {
  const selection = NodeSelection.create(view.state.doc, pos);
  view.dispatch(view.state.tr.setSelection(selection));
  return selection;
}

function startDrag(editor: Editor, place: Place, data: DataTransfer) {
  const block = editor.view.nodeDOM(place.pos);
  if (block instanceof Element) data.setDragImage(block, 0, 0);
  data.effectAllowed = 'copyMove';
  // Firefox drags nothing without data.
  data.setData('text/plain', '');
  editor.view.dragging = { slice: select(editor, place).content(), move: true };
}

function endDrag(editor: Editor) {
  editor.view.dragging = null;
}

/** A handle beside the block under the mouse. The toolbar and the keyboard move blocks without it. */
export function DragHandle({ editor }: { editor: Editor }) {
  const [place, setPlace] = useState<Place>();
  const anchor = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The editor's own element can come later.
    const box = anchor.current?.parentElement;
    const follow = ({ clientY }: PointerEvent) => {
      if (editor.isInitialized) setPlace((last) => blockAt(editor, clientY) ?? last);
    };
    const hide = () => setPlace(undefined);
    box?.addEventListener('pointermove', follow);
    editor.on('update', hide);
    return () => {
      box?.removeEventListener('pointermove', follow);
      editor.off('update', hide);
    };
  }, [editor]);

  return (
    <div ref={anchor}>
      {place && (
        <button
          type="button"
          draggable
          tabIndex={-1}
          aria-label="Drag to move this block"
          title="Drag to move (Alt+Shift+Up or Down)"
          style={{ top: place.top }}
          onClick={() => {
            select(editor, place);
            editor.commands.focus();
          }}
          onDragStart={(event) => startDrag(editor, place, event.dataTransfer)}
          onDragEnd={() => endDrag(editor)}
          className="absolute left-0 flex h-7 w-6 cursor-grab items-center justify-center rounded-sm text-ink-soft hover:bg-surface-raised max-sm:hidden"
        >
          <GripVertical aria-hidden="true" size={16} />
        </button>
      )}
    </div>
  );
}
