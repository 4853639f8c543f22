import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** The page's own content comes first. */
const delayMs = 3_000;

/** Opens the alert stream after the page has settled, and closes it on unmount. */
export function useAlertStream() {
  const client = useQueryClient();
  useEffect(() => {
    if (typeof EventSource === 'undefined') return;
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    const timer = setTimeout(() => {
      const loading = import('@/components/alerts/alert-stream.js').then(({ followAlerts }) => {
        if (!isUnmounted) stop = followAlerts(client);
      });
      // Polling continues without it.
      loading.catch(() => undefined);
    }, delayMs);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [client]);
}
