import type { ReactNode } from 'react';
import { NotAvailable } from './not-available.js';

interface ListedProps<Item> {
  /** Undefined while, or as long as, there is no answer. */
  items: Item[] | undefined;
  /** The request failed. That stands while it is tried again. */
  hasFailed: boolean;
  /** What is missing then, as a sentence. */
  failure: string;
  /** The server's own words, where it had any. */
  detail?: string | undefined;
  query: { isFetching: boolean; refetch: () => unknown };
  /** Holds the place until the first answer. */
  waiting: ReactNode;
  empty: ReactNode;
  children: (items: Item[]) => ReactNode;
}

/** A public list: its items, or that it loads, that it cannot be shown, that there is nothing in it. */
export function Listed<Item>({ items, hasFailed, query, ...shown }: ListedProps<Item>) {
  if (items) return items.length === 0 ? shown.empty : shown.children(items);
  if (!hasFailed) return shown.waiting;
  return (
    <NotAvailable detail={shown.detail} isTrying={query.isFetching} onRetry={query.refetch}>
      {shown.failure}
    </NotAvailable>
  );
}
