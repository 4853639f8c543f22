import type { QueryClient } from '@tanstack/react-query';

/**
 * Something was created, edited, deleted or decided: its list in the dashboard, the figures, the audit log and the trash are
 * loaded again, and the site's pages believe nothing that they remember.
 */
export function reloadChanged(client: QueryClient, list: string) {
  const adminKeys = new Set<unknown>([list, 'overview', 'audit', 'trash']);
  void client.invalidateQueries({
    predicate: ({ queryKey: [first, second] }) => first !== 'admin' || adminKeys.has(second),
  });
}
