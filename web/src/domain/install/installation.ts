import { useSyncExternalStore } from 'react';

/** Putting the site on the home screen. The browser's own question is held back until somebody asks for it: nobody is nagged. */

/** Chromium's event; other browsers have none. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

let held: InstallPromptEvent | undefined;
let isListening = false;
const listeners = new Set<() => void>();

function hold(event: InstallPromptEvent | undefined) {
  held = event;
  for (const listener of listeners) listener();
}

/** Begins to hold the browser's question; to be called in the first seconds of a visit, as a browser asks once. */
export function listenForInstallation(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    hold(event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', () => hold(undefined));
}

/** Asks the browser's question, from a click. It can be asked once. */
export async function askToInstall(): Promise<void> {
  const event = held;
  hold(undefined);
  await event?.prompt();
}

/**
 * "asks": the browser has a question of its own. "by hand": an iPhone or iPad outside the home screen, whose Safari tells by a
 * property of its own. "no": it is installed, or this browser does not install sites.
 */
export type Installation = 'asks' | 'by hand' | 'no';

function installation(): Installation {
  if (held) return 'asks';
  return (navigator as Navigator & { standalone?: boolean }).standalone === false ? 'by hand' : 'no';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** How the site can be put on this device's home screen. */
export const useInstallation = (): Installation => useSyncExternalStore(subscribe, installation);
