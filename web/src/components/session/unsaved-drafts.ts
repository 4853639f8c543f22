/**
 * The drafts of all dashboard forms: what was entered but not saved, in this browser, so that reloads and crashes lose
 * nothing. They survive the end of a session; signing out deliberately deletes them.
 */
import { newKey } from '@/ui/forms/submission-keys.js';

const prefix = 'unsaved.';

/** A reload is a new tab, which takes over the earlier one's copy. */
const thisTab = newKey();

/** This page's copies, with the files that storage can't hold. */
const withFiles = new Map<string, { values: unknown; at: number }>();

export interface Copy<Values> {
  values: Values;
  /** Milliseconds by this browser's clock. */
  at: number;
  /** The version of the row that the values are based on; 0 if there is none. */
  base: number;
  /** The tab that wrote it. */
  tab: string;
}

/**
 * Keeps what a user has entered but not sent, in this browser. Each tab has its own copy, so that none overwrites
 * another's.
 * @param name of the form, including the id of what it edits
 * @param isValid whether stored values have the form's shape
 * @param tab identifies this tab
 */
export function openLocalDraft<Values>(
  userId: string,
  name: string,
  isValid: (values: unknown) => values is Values,
  tab = thisTab,
) {
  const shared = `${prefix}${userId}.${name}`;
  const keyOf = (one: string) => (one ? `${shared}.${one}` : shared);
  /** Tabs whose copies this one has taken over. */
  const ownedTabs = new Set([tab]);

  function readKey(key: string): Copy<Values> | undefined {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      if (typeof stored !== 'object' || stored === null) return undefined;
      const { values: found, at, base } = stored as Partial<Copy<unknown>>;
      const copyInMemory = withFiles.get(key);
      const values = copyInMemory?.at === at ? copyInMemory?.values : found;
      if (!isValid(values) || typeof at !== 'number' || typeof base !== 'number') return undefined;
      return { values, at, base, tab: key.slice(shared.length + 1) };
    } catch {
      return undefined;
    }
  }

  return {
    tab,
    /** Returns the latest copy of any tab. */
    read(): Copy<Values> | undefined {
      try {
        const keys = Object.keys(localStorage).filter((key) => key === shared || key.startsWith(`${shared}.`));
        return keys.flatMap((key) => readKey(key) ?? []).sort((one, other) => other.at - one.at)[0];
      } catch {
        return undefined;
      }
    },
    /** Makes another tab's copy this tab's: `clear` deletes it, too. */
    takeOver({ tab: other }: Pick<Copy<Values>, 'tab'>) {
      ownedTabs.add(other);
    },
    /** Returns false if the browser can't store it, as in a private window or when storage is full. */
    save({ values, at, base }: Omit<Copy<Values>, 'tab'>): boolean {
      try {
        const text = JSON.stringify({ values, at, base }, (_name, value: unknown) =>
          value instanceof File ? undefined : value,
        );
        localStorage.setItem(keyOf(tab), text);
        withFiles.set(keyOf(tab), { values, at });
        return true;
      } catch {
        return false;
      }
    },
    clear() {
      try {
        for (const one of ownedTabs) {
          withFiles.delete(keyOf(one));
          localStorage.removeItem(keyOf(one));
        }
      } catch {
        // Nothing is stored.
      }
    },
  };
}

export type LocalDrafts<Values> = ReturnType<typeof openLocalDraft<Values>>;

const lastChances = new Set<() => Promise<unknown>>();

/** Registers a function that sends unsaved work before the session ends. Returns a function that unregisters it. */
export function beforeSignOut(send: () => Promise<unknown>): () => void {
  lastChances.add(send);
  return () => void lastChances.delete(send);
}

/** Failures don't prevent signing out. */
export const sendUnsaved = () => Promise.allSettled([...lastChances].map((send) => send()));

/** Deletes all drafts on this device, those of other tabs too. */
export function clearLocalDrafts() {
  withFiles.clear();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so it is empty.
  }
}
