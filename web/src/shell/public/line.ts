import { useSyncExternalStore } from 'react';
import type { LineMessage } from '../../worker/messages.js';

/** The document was made by the server at another time: the worker wrote into it when that was. */
const isKeptDocument = () => document.querySelector('meta[name="kept-at"]') !== null;

let lineWorks: boolean | undefined;

function subscribe(listener: () => void): () => void {
  const onMessage = ({ data }: MessageEvent<Partial<LineMessage> | undefined>) => {
    if (data?.kind !== 'line') return;
    lineWorks = data.works;
    listener();
  };
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  // Absent where the site is no secure context.
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
  return (lineWorks ?? !isKeptDocument()) ? 'works' : 'unreachable';
}

/** "none": the device has no connection. "unreachable": it has one, and what is shown was kept by the worker all the same. */
export type Line = 'works' | 'none' | 'unreachable';

/** How the page is connected to the site. */
export const useLine = (): Line => useSyncExternalStore(subscribe, line);
