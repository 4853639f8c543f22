import { useDeviceValue } from './hydration.js';

/** A text stored on this device under a key; without storage, it lasts until the page closes. */
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
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  }

  return {
    read,
    /** Stores a text; null deletes it. */
    set: (text: string | null) => {
      try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
        unstored = undefined;
      } catch {
        unstored = text;
      }
      for (const listener of listeners) listener();
    },
    /** Like `read`, but updates. The server has no text. */
    useText: () => useDeviceValue(subscribe, read, () => null),
  };
}
