/** Visitors' submissions in two lists: pending and approved. */
import { kinds } from '@site/domain/kinds';
import type { ImageInfo } from '@site/proto/images/v1/images.responses';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { fetchData } from '@/api/admin.js';
import { request, type ApiResponse } from '@/api/api.js';
import { whileSignedIn } from '@/components/session/signed-out.js';
import { reloadChanged } from '../list/queries.js';

export type RequestState = 'approved' | 'pending';

export interface Submission {
  id: string;
  created_at: string;
  picture: ImageInfo | null;
}

export interface RequestList<Item> {
  items: Item[];
  /** Null on the last page. */
  nextCursor: string | null;
}
export interface RequestLists<Item, Data> extends Record<RequestState, RequestList<Item>> {
  data: Data;
}

export interface DecisionOn<Item> {
  decision: 'approve' | 'reject' | 'delete';
  item: Item;
  /** Sent to the submitter. */
  reason?: string;
}
/** Sent in the URL, so it must be short; the server itself accepts 2,000 characters. */
export const maxReasonLength = 500;
export type Decision = DecisionOn<unknown>['decision'];

interface RequestKind<Item, Data> {
  kind: 'snapshot' | 'sponsor';
  itemsOf: (data: Data, state: RequestState) => Item[];
  refreshMs: (lists: RequestLists<Item, Data> | undefined) => number;
}

export function requestListsOf<Item extends Submission, Data>({ kind, itemsOf, refreshMs }: RequestKind<Item, Data>) {
  type Lists = RequestLists<Item, Data>;
  const { list } = kinds[kind];
  const address = `/admin/main/${kind}`;
  const keyOf = (searchText: string) => ['admin', list, searchText] as const;

  async function loadNextPage(
    state: RequestState,
    searchText: string,
    current: RequestList<Item>,
    signal?: AbortSignal,
  ): Promise<RequestList<Item>> {
    if (!current.nextCursor) return current;
    const query = new URLSearchParams({ state, cursor: current.nextCursor, ...(searchText && { q: searchText }) });
    const { data, next_cursor: nextCursor } = await request<Data>(`${address}?${query}`, { signal });
    // Items decided or received between two requests can be on both pages.
    const existingIds = new Set(current.items.map(({ id }) => id));
    const added = itemsOf(data, state).filter(({ id }) => !existingIds.has(id));
    return { items: [...current.items, ...added], nextCursor: nextCursor ?? null };
  }

  async function load(current: Lists | undefined, searchText: string, signal?: AbortSignal): Promise<Lists> {
    const path = searchText ? `${address}?${new URLSearchParams({ q: searchText })}` : address;
    const response: ApiResponse<Data> & { next_cursors?: Record<RequestState, string | null> } = await request<Data>(
      path,
      { signal },
    );
    const first = async (state: RequestState) => {
      let read = { items: itemsOf(response.data, state), nextCursor: response.next_cursors?.[state] ?? null };
      while (read.nextCursor && read.items.length < (current?.[state].items.length ?? 0))
        read = await loadNextPage(state, searchText, read, signal);
      return read;
    };
    return { data: response.data, approved: await first('approved'), pending: await first('pending') };
  }

  return {
    kind,

    /** A reload fetches as many pages of each list as before. */
    query: (client: QueryClient, searchText = '') =>
      queryOptions({
        queryKey: keyOf(searchText),
        queryFn: ({ signal }) => load(client.getQueryData<Lists>(keyOf(searchText)), searchText, signal),
        refetchInterval: whileSignedIn<Lists>(refreshMs),
      }),

    useMore: (state: RequestState, searchText = '') => {
      const client = useQueryClient();
      const more = useMutation({
        mutationFn: async () => {
          const lists = client.getQueryData<Lists>(keyOf(searchText));
          if (!lists) return;
          const longer = await loadNextPage(state, searchText, lists[state]);
          client.setQueryData<Lists>(keyOf(searchText), (now) => now && { ...now, [state]: longer });
        },
      });
      return {
        isFetchingNextPage: more.isPending,
        isFetchNextPageError: more.isError,
        fetchNextPage: async () => more.mutate(),
      };
    },

    /** Searches both lists; undefined if the item is gone. */
    find: async (id: string): Promise<Item | undefined> => {
      const first = await load(undefined, '');
      for (const state of ['approved', 'pending'] as const) {
        let read = first[state];
        let found = read.items.find((item) => item.id === id);
        while (!found && read.nextCursor) {
          read = await loadNextPage(state, '', read);
          found = read.items.find((item) => item.id === id);
        }
        if (found) return found;
      }
      return undefined;
    },

    /** The specification uses GET; the gateway accepts it only from a script on our own pages. */
    decide: ({ decision, item, reason }: DecisionOn<Item>) => {
      const query = reason ? `?${new URLSearchParams({ reason })}` : '';
      return fetchData<Item | null>(`${address}/${decision}/${encodeURIComponent(item.id)}${query}`, {
        keepalive: true,
      });
    },

    /** Removes a decided item from both lists. */
    remove: (client: QueryClient, { id: decidedId }: Item) =>
      client.setQueriesData<Lists>({ queryKey: ['admin', list] }, (lists) => {
        const without = (of: RequestList<Item>) => ({ ...of, items: of.items.filter(({ id }) => id !== decidedId) });
        return lists && { ...lists, approved: without(lists.approved), pending: without(lists.pending) };
      }),

    /** Returns an item to its old position in the pending list. */
    putBack: (client: QueryClient, item: Item) =>
      client.setQueriesData<Lists>({ queryKey: ['admin', list] }, (lists) => {
        if (!lists) return lists;
        const others = (of: RequestList<Item>) => of.items.filter(({ id }) => id !== item.id);
        const pending = [...others(lists.pending), item].sort((left, right) =>
          left.created_at < right.created_at ? 1 : -1,
        );
        return {
          ...lists,
          approved: { ...lists.approved, items: others(lists.approved) },
          pending: { ...lists.pending, items: pending },
        };
      }),

    reload: (client: QueryClient) => reloadChanged(client, list),
  };
}

/** Returns "7", or "100+" if more aren't loaded; undefined while loading. */
export function pendingCountText(lists: Pick<RequestLists<unknown, unknown>, 'pending'> | undefined) {
  return lists && `${lists.pending.items.length}${lists.pending.nextCursor ? '+' : ''}`;
}

/** Returns undefined if the picture doesn't prevent approval. */
export function approvalHindrance(noun: string, image: ImageInfo | null): string | undefined {
  if (image?.state === 'processing') return `You can approve it as soon as the ${noun} is ready.`;
  if (image?.state === 'failed') return `You can’t approve it yet: the ${noun} couldn’t be prepared.`;
  if (image?.state === 'rejected') return `You can’t approve it: the ${noun} can’t be shown.`;
  return undefined;
}
