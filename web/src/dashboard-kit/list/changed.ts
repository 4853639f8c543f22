import type { QueryClient } from '@tanstack/react-query';

/**
 * Call it after a change: reloads the dashboard's list, figures, audit log and trash, and marks the public pages'
 * cached data as stale.
 */
export function reloadChanged(client: QueryClient, list: string) {
  const adminKeys = new Set<unknown>([list, 'overview', 'audit', 'trash']);
  void client.invalidateQueries({
    predicate: ({ queryKey: [first, second] }) => first !== 'admin' || adminKeys.has(second),
  });
}
