/** Shows a list, or instead its placeholder, its failure or its empty state. */
import type { ReactNode } from 'react';
import { NotAvailable } from './not-available.js';

interface ListedProps<Item> {
  items: Item[] | undefined;
  /** The request failed; stays true during a retry. */
  hasFailed: boolean;
  /** Sentence about what is missing then. */
  failure: string;
  detail?: string | undefined;
  query: { isFetching: boolean; refetch: () => unknown };
  waiting: ReactNode;
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}

export function Listed<Item>({ items, hasFailed, query, ...visible }: ListedProps<Item>) {
  if (items) return items.length === 0 ? visible.empty : visible.children(items);
  if (!hasFailed) return visible.waiting;
  return (
    <NotAvailable detail={visible.detail} isTrying={query.isFetching} onRetry={query.refetch}>
      {visible.failure}
    </NotAvailable>
  );
}
