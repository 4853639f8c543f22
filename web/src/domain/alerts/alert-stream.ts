import type { QueryClient } from '@tanstack/react-query';
import { alertsQuery, wantVersion } from './alert-queries.js';

/** Follows the stream of alert changes while the page is visible, and fetches the list when its version changes. Polling goes on beside it. */

const path = '/main/weather/alerts/stream';
/** A refused stream (503 while the site has too many) is tried again after a random time in this range. */
const refusedMs = { least: 60_000, most: 180_000 } as const;

/** @returns stops following */
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
      // After a lost connection the browser reconnects by itself; after a refusal it doesn't.
      if (source?.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(open, refusedMs.least + Math.random() * (refusedMs.most - refusedMs.least));
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
