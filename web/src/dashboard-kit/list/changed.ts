import type { QueryClient } from '@tanstack/react-query';

/**
 * Call it after something was created, edited, deleted or decided: reloads its list in the dashboard, the figures, the audit
 * log and the trash, and marks whatever the public pages remember as old.
 */
export function reloadChanged(client: QueryClient, list: string) {
  const adminKeys = new Set<unknown>([list, 'overview', 'audit', 'trash']);
  void client.invalidateQueries({
    predicate: ({ queryKey: [first, second] }) => first !== 'admin' || adminKeys.has(second),
  });
}
