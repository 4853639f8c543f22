import { kinds, type KindName } from '@site/domain/kinds';
import { useMutation, useQueryClient, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { ApiError, request, type Answer } from '../../api/api.js';
import { useToast } from '../../ui/toast.js';
import { reloadChanged } from './changed.js';

export interface Moves<Thing> {
  kind: KindName;
  /** The gateway's address; `order` below it saves the order. */
  address: string;
  queryKey: QueryKey;
  nameOf: (thing: Thing) => string;
}

interface Move {
  id: string;
  before_id?: string | undefined;
}

/** Moves the item at index `from` to index `to`. */
function moved<Thing>(things: Thing[], from: number, to: number): Thing[] {
  const rest = things.filter((_thing, index) => index !== from);
  return [...rest.slice(0, to), ...things.slice(from, from + 1), ...rest.slice(to)];
}

/**
 * Moves an item of a fully loaded list: immediately on screen, then on the server, one move after the other. A move
 * that can't be saved is reverted with the reason. Returns a function that moves the item at index `from` to index
 * `to`.
 */
export function useMoves<Thing extends { id: string }>({ kind, address, queryKey, nameOf }: Moves<Thing>) {
  const client = useQueryClient();
  const showToast = useToast();
  const mutationKey = ['admin', 'order', kind];
  const saving = useMutation({
    mutationKey,
    // Serializes moves in the order they were made.
    scope: { id: `order of ${kind}` },
    networkMode: 'always',
    mutationFn: (move: Move) => request<null>(`${address}/order`, { method: 'POST', json: move }),
    onError: (error) => {
      const said = error instanceof ApiError ? error.serverMessage : undefined;
      showToast(`We couldn’t save the order. ${said ?? 'Please try again.'}`, 'error');
    },
    // While more moves are queued, a reload would be older than the screen.
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) reloadChanged(client, kinds[kind].list);
    },
  });

  function put(things: Thing[]) {
    void client.cancelQueries({ queryKey });
    client.setQueryData<InfiniteData<Answer<Thing[]>>>(queryKey, (data) => {
      const [page] = data?.pages ?? [];
      return page && { pages: [{ ...page, data: things, next_cursor: null }], pageParams: [''] };
    });
  }

  return function move(things: Thing[], from: number, to: number) {
    const thing = things[from];
    if (!thing || from === to || to < 0 || to >= things.length) return;
    const after = moved(things, from, to);
    const nextOf = (list: Thing[]) => list[list.indexOf(thing) + 1]?.id;
    put(after);
    saving.mutate({ id: thing.id, before_id: nextOf(after) });
    showToast(`“${nameOf(thing)}” is now ${to + 1} of ${things.length}.`, 'success', {
      label: 'Undo',
      onClick: () => {
        put(things);
        saving.mutate({ id: thing.id, before_id: nextOf(things) });
      },
    });
  };
}
