/** Refetches the alerts when their version changes, while the page is visible. Polling continues alongside. */
import type { QueryClient } from '@tanstack/react-query';
import { alertsQuery, wantVersion } from './alert-queries.js';

const path = '/main/weather/alerts/stream';
/** Random delay before retrying a rejected stream (503 while the site has too many). */
const rejectionRetryMs = { min: 60_000, max: 180_000 } as const;

/** Opens the stream while the page is visible, and reopens it after failures. @returns stops it */
export function followAlerts(client: QueryClient): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const fetchList = () => void client.refetchQueries({ queryKey: alertsQuery.queryKey, exact: true });
  const close = () => {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    source = new EventSource(path);
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const version = Number(data);
      if (client.getQueryData(alertsQuery.queryKey)?.version === version) return;
      wantVersion(version);
      fetchList();
    };
    source.onerror = () => {
      // The browser reconnects after a lost connection, but not after a rejection.
      if (source?.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(open, rejectionRetryMs.min + Math.random() * (rejectionRetryMs.max - rejectionRetryMs.min));
    };
  };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') return close();
    fetchList();
    open();
  };

  document.addEventListener('visibilitychange', onVisibility);
  if (document.visibilityState === 'visible') open();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
}
