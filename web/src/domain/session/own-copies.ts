/**
 * What a person has written and the server has not kept yet stays in this browser, so that a reload or a crash loses nothing.
 * It outlives the end of a session, for whoever signs in again; signing out on purpose removes it.
 */

const prefix = 'unsaved.';

/** The name in local storage under which a text is kept until the person signs out. */
export const ownCopyKey = (name: string) => `${prefix}${name}`;

const lastChances = new Set<() => Promise<unknown>>();

/** Registers what sends off unsaved work before the session ends. Returns what takes it back. */
export function beforeSignOut(send: () => Promise<unknown>): () => void {
  lastChances.add(send);
  return () => void lastChances.delete(send);
}

/** Waits for unsaved work to be sent; what cannot be sent does not keep anybody signed in. */
export const sendUnsaved = () => Promise.allSettled([...lastChances].map((send) => send()));

/** Removes every copy of this browser. */
export function forgetOwnCopies() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Nothing is kept there.
  }
}
