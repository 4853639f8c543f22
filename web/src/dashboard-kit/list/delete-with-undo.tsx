import { kinds, type KindName } from '@site/domain/kinds';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { DeleteDialog } from '../editor/delete-dialog.js';
import { reloadChanged } from './changed.js';
import { useUndoToast } from './restore.js';

interface Deletion<Thing> {
  title: string;
  question?: ReactNode;
  /** Shown below the question, for instance the item's name. */
  note?: (thing: Thing) => ReactNode;
  /** Error message. */
  failed: string;
  /** Prefers the server's error message to `failed`. */
  prefersServerText?: boolean;
  /** Success message. */
  done: (thing: Thing) => string;
  remove: (thing: Thing) => Promise<unknown>;
  /** Called after the deletion, before the list is reloaded. */
  onDeleted?: (thing: Thing) => void;
  /** Returns the element to focus afterwards, since the pressed button is gone. */
  focusAfter?: (thing: Thing) => HTMLElement | null;
}

/**
 * Confirms a deletion, carries it out and offers to undo it. Render `dialog`; `ask` opens it. On cancel, the focus
 * returns to `from`, by default to where it was.
 */
export function useDeleteWithUndo<Thing extends { id: string }>(kind: KindName, deletion: Deletion<Thing>) {
  const client = useQueryClient();
  const showUndo = useUndoToast();
  const [asked, setAsked] = useState<Thing>();
  const nextFocus = useRef<HTMLElement | null>(undefined);
  const reload = () => reloadChanged(client, kinds[kind].list);

  function ask(thing: Thing, from?: HTMLElement | null) {
    nextFocus.current = from;
    setAsked(thing);
  }

  const dialog = (
    <DeleteDialog
      asked={asked}
      title={deletion.title}
      question={deletion.question ?? 'It disappears from the site. It can be restored for 30 days.'}
      note={deletion.note}
      failure={deletion.failed}
      prefersServerText={deletion.prefersServerText}
      remove={deletion.remove}
      onDeleted={(thing) => {
        nextFocus.current = deletion.focusAfter?.(thing);
        setAsked(undefined);
        deletion.onDeleted?.(thing);
        showUndo(deletion.done(thing), { type: kind, id: thing.id });
        reload();
      }}
      onFailed={reload}
      onCancel={() => setAsked(undefined)}
      returnFocusTo={() => nextFocus.current}
    />
  );
  return { ask, dialog };
}
