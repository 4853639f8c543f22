/** Installs the site on the home screen. The browser's prompt is suppressed until the visitor asks for it. */
import { useSyncExternalStore } from 'react';

/** Chromium only. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

let deferredPrompt: InstallPromptEvent | undefined;
let isListening = false;
const listeners = new Set<() => void>();

function setDeferredPrompt(event: InstallPromptEvent | undefined) {
  deferredPrompt = event;
  for (const listener of listeners) listener();
}

/** Call it early in a visit: the browser fires the event once. */
export function listenForInstallation(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setDeferredPrompt(event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', () => setDeferredPrompt(undefined));
}

/** Shows the browser's prompt from a click, once. */
export async function promptToInstall(): Promise<void> {
  const event = deferredPrompt;
  setDeferredPrompt(undefined);
  await event?.prompt();
}

/**
 * "asks": the browser has its own prompt. "by hand": an iPhone or iPad outside the home screen, detected by a property
 * that only Safari there has. "no": the site is installed, or this browser doesn't install sites.
 */
export type Installation = 'asks' | 'by hand' | 'no';

function installation(): Installation {
  if (deferredPrompt) return 'asks';
  return (navigator as Navigator & { standalone?: boolean }).standalone === false ? 'by hand' : 'no';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useInstallation = (): Installation => useSyncExternalStore(subscribe, installation);
