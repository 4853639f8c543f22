import { infiniteQueryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { type ApiResponse, request } from '@/api/api.js';

/** Keyset pagination. For a single item, the response is the item or null. */
export function pagedQuery<Item extends { id: string }>(
  queryKey: QueryKey,
  path: string,
  parameters: Record<string, string> = {},
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(parameters);
      if (pageParam) query.set('cursor', pageParam);
      const search = query.toString();
      return request<Item[] | Item | null>(search ? `${path}?${search}` : path, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page: ApiResponse<Item[] | Item | null>) => page.next_cursor ?? undefined,
    select: ({ pages }) => withoutRepetition(pages.flatMap(({ data }) => data ?? [])),
  });
}

/** Items that arrived or moved between two requests can be on both pages. */
function withoutRepetition<Item extends { id: string }>(items: Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** Reloads the list, figures, audit log and trash, and marks the public pages' data as stale. */
export function reloadChanged(client: QueryClient, list: string) {
  const adminKeys = new Set<unknown>([list, 'overview', 'audit', 'trash']);
  void client.invalidateQueries({
    predicate: ({ queryKey: [first, second] }) => first !== 'admin' || adminKeys.has(second),
  });
}
