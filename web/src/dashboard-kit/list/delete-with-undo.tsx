import { kinds, type KindName } from '@site/domain/kinds';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { DeleteDialog } from '../editor/delete-dialog.js';
import { reloadChanged } from './changed.js';
import { useUndoToast } from './restore.js';

interface Deletion<Thing> {
  title: string;
  question?: ReactNode;
  /** Shown under the question, for instance which one. */
  note?: (thing: Thing) => ReactNode;
  /** The sentence for a failure. */
  failed: string;
  /** Shows the server's own sentence instead of `failed`, if it has one. */
  prefersServerText?: boolean;
  /** What is said once it is deleted. */
  done: (thing: Thing) => string;
  remove: (thing: Thing) => Promise<unknown>;
  /** Called once it is deleted, before the list is loaded again. */
  onDeleted?: (thing: Thing) => void;
  /** What gets the focus afterwards, since what was pressed is gone. */
  focusAfter?: (thing: Thing) => HTMLElement | null;
}

/**
 * Asks before a thing is deleted, deletes it, and offers to undo that. Render `dialog`; `ask` opens it. When it is cancelled,
 * the focus returns to `from`, by default to where it was.
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
