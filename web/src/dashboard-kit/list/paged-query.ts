import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { request, type Answer } from '../../api/api.js';

/**
 * A list of the gateway that is paged by key, newest first; each "Show more" asks for the page after the last. Of what there
 * is at most one of, the answer is that one, or null.
 */
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
    getNextPageParam: (page: Answer<Item[] | Item | null>) => page.next_cursor ?? undefined,
    select: ({ pages }) => withoutRepetition(pages.flatMap(({ data }) => data ?? [])),
  });
}

/** What came in or moved between two pages may stand on both. */
function withoutRepetition<Item extends { id: string }>(items: Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
