/** Deletes items, and restores them from the trash by "Undo". */
import { type KindName, kindNamed, kinds } from '@site/domain/kinds';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { serverMessageOf } from '@/api/admin.js';
import { request } from '@/api/api.js';
import { ActionDialog } from '../action-dialog.js';
import { useToast } from '@/ui/toast.js';
import { reloadChanged } from './queries.js';
import { runEach } from './run-each.js';

interface Deletion<Item> {
  title: string;
  question?: ReactNode;
  note?: (item: Item) => ReactNode;
  failed: string;
  prefersServerText?: boolean;
  done: (item: Item) => string;
  remove: (item: Item) => Promise<unknown>;
  /** Called before the list is reloaded. */
  onDeleted?: (item: Item) => void;
  /** Returns the element to focus afterwards: the pressed button is gone. */
  focusAfter?: (item: Item) => HTMLElement | null;
}

/**
 * Confirms a deletion, carries it out and offers to undo it. Render `dialog`; `openDialog` opens it. On cancel, the focus
 * returns to `from`.
 */
export function useDeleteWithUndo<Item extends { id: string }>(kind: KindName, deletion: Deletion<Item>) {
  const client = useQueryClient();
  const showUndo = useUndoToast();
  const [target, setTarget] = useState<Item>();
  const nextFocus = useRef<HTMLElement | null>(undefined);
  const reload = () => reloadChanged(client, kinds[kind].list);

  function openDialog(item: Item, from?: HTMLElement | null) {
    nextFocus.current = from;
    setTarget(item);
  }

  const dialog = (
    <ActionDialog
      target={target}
      title={deletion.title}
      question={deletion.question ?? 'It disappears from the site. It can be restored for 30 days.'}
      note={deletion.note}
      failure={deletion.failed}
      prefersServerText={deletion.prefersServerText}
      act={deletion.remove}
      onDone={(item) => {
        nextFocus.current = deletion.focusAfter?.(item);
        setTarget(undefined);
        deletion.onDeleted?.(item);
        showUndo(deletion.done(item), { type: kind, id: item.id });
        reload();
      }}
      onFailed={reload}
      onCancel={() => setTarget(undefined)}
      returnFocusTo={() => nextFocus.current}
    />
  );
  return { openDialog, dialog };
}

interface InTrash {
  type: string;
  id: string;
}

/** @throws ApiError with 409 if the item's place was taken meanwhile */
export async function restore({ type, id }: InTrash): Promise<void> {
  await request(`/admin/main/trash/${encodeURIComponent(type)}/${encodeURIComponent(id)}/restore`, { method: 'POST' });
}

export function reloadAfterRestore(client: QueryClient, { type }: InTrash) {
  reloadChanged(client, kindNamed(type)?.list ?? type);
}

/** Returns a mutation that restores deleted items and reports any that couldn't be restored. */
export function useUndo() {
  const client = useQueryClient();
  const showToast = useToast();
  const undo = useMutation({
    mutationFn: (deleted: InTrash[]) => runEach(deleted, restore),
    onSuccess: ({ done, failed }) => {
      for (const trashItem of [...done, ...failed.map(({ item }) => item)].slice(0, 1))
        reloadAfterRestore(client, trashItem);
      const [failure] = failed;
      if (!failure) showToast(done.length === 1 ? 'It’s back.' : 'They’re back.');
      else {
        const serverMessage = serverMessageOf(failure.error);
        showToast(serverMessage ?? 'We couldn’t restore it. It’s still in the trash.', 'error');
      }
    },
  });
  return (deleted: InTrash[]) => undo.mutate(deleted);
}

/** Returns a function that shows a toast whose button restores the deleted items. */
export function useUndoToast() {
  const showToast = useToast();
  const undo = useUndo();
  return (text: string, ...deleted: InTrash[]) =>
    showToast(text, 'success', { label: 'Undo', onClick: () => undo(deleted) });
}
