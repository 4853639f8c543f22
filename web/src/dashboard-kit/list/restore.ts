import { kindNamed } from '@site/domain/kinds';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ApiError, request } from '../../api/api.js';
import { useToast } from '../../ui/toast.js';
import { reloadChanged } from './changed.js';
import { runEach } from './run-each.js';

/** A deleted item that can be restored, with the trash's names. */
export interface InTrash {
  type: string;
  id: string;
}

/**
 * Restores an item from the trash.
 * @throws ApiError with 409 if its place was taken meanwhile
 */
export async function restore({ type, id }: InTrash): Promise<void> {
  await request(`/admin/main/trash/${encodeURIComponent(type)}/${encodeURIComponent(id)}/restore`, { method: 'POST' });
}

export function reloadAfterRestore(client: QueryClient, { type }: InTrash) {
  reloadChanged(client, kindNamed(type)?.list ?? type);
}

/** Restores deleted items and reports the result. */
export function useUndo() {
  const client = useQueryClient();
  const showToast = useToast();
  const undo = useMutation({
    networkMode: 'always',
    mutationFn: (deleted: InTrash[]) => runEach(deleted, restore),
    onSuccess: ({ done, failed }) => {
      for (const thing of [...done, ...failed.map(({ item }) => item)].slice(0, 1)) reloadAfterRestore(client, thing);
      const [failure] = failed;
      if (!failure) showToast(done.length === 1 ? 'It’s back.' : 'They’re back.');
      else {
        const said = failure.error instanceof ApiError ? failure.error.serverMessage : undefined;
        showToast(said ?? 'We couldn’t restore it. It’s still in the trash.', 'error');
      }
    },
  });
  return (deleted: InTrash[]) => undo.mutate(deleted);
}

/** Reports a deletion, with an Undo button; the trash keeps items for 30 days. */
export function useUndoToast() {
  const showToast = useToast();
  const undo = useUndo();
  return (text: string, ...deleted: InTrash[]) =>
    showToast(text, 'success', { label: 'Undo', onClick: () => undo(deleted) });
}
