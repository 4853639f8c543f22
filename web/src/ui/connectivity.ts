import { useDeviceValue } from './hydration.js';
import type { LineMessage } from '@/worker/messages.js';

/** The document comes from the cache: the worker added the time when it was cached. */
const isOfflineDocument = () => document.querySelector('meta[name="kept-at"]') !== null;

let lineWorks: boolean | undefined;

function subscribe(listener: () => void): () => void {
  const onMessage = ({ data }: MessageEvent<Partial<LineMessage> | undefined>) => {
    if (data?.kind !== 'line') return;
    lineWorks = data.works;
    listener();
  };
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  // Absent in insecure contexts.
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  worker?.addEventListener('message', onMessage);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
    worker?.removeEventListener('message', onMessage);
  };
}

function line(): Line {
  if (!navigator.onLine) return 'none';
  return (lineWorks ?? !isOfflineDocument()) ? 'works' : 'unreachable';
}

/** "none": the device is offline. "unreachable": it is online, but the content came from the worker's cache. */
export type Line = 'works' | 'none' | 'unreachable';

/** Returns whether the connection works; "works" on the server. */
export const useLine = (): Line => useDeviceValue(subscribe, line, () => 'works');
