/**
 * Unsaved text in this browser, so that reloads and crashes lose nothing. It survives the end of a session; signing out
 * deliberately deletes it.
 */

const prefix = 'unsaved.';

/** Returns the local storage key of a text that is kept until sign-out. */
export const ownCopyKey = (name: string) => `${prefix}${name}`;

const lastChances = new Set<() => Promise<unknown>>();

/** Registers a function that sends unsaved work before the session ends. Returns a function that unregisters it. */
export function beforeSignOut(send: () => Promise<unknown>): () => void {
  lastChances.add(send);
  return () => void lastChances.delete(send);
}

/** Failures don't prevent signing out. */
export const sendUnsaved = () => Promise.allSettled([...lastChances].map((send) => send()));

export function forgetOwnCopies() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so it is empty.
  }
}
