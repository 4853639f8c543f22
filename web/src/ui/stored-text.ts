import { useSyncExternalStore } from 'react';

/** A text that this device keeps under a name; where nothing can be stored, it lasts until the page is left. */
export function storedText(key: string) {
  let unstored: string | null | undefined;
  const listeners = new Set<() => void>();

  function read(): string | null {
    if (unstored !== undefined) return unstored;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  function subscribe(listener: () => void) {
    listeners.add(listener);
    // Changed in another tab.
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  }

  return {
    read,
    /** Keeps a text, or forgets it with null. */
    keep: (text: string | null) => {
      try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
        unstored = undefined;
      } catch {
        unstored = text;
      }
      for (const listener of listeners) listener();
    },
    /** As `read`, kept up to date. */
    useText: () => useSyncExternalStore(subscribe, read),
  };
}
