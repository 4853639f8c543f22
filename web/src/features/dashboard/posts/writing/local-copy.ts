import type { PostValues } from '@site/proto/content/v1/posts.answers';
import { ownCopyKey } from '../../../../domain/session/own-copies.js';

/** Text in this browser's storage that the server doesn't have yet. */
export interface LocalCopy {
  values: PostValues;
  /** Milliseconds by this browser's clock. */
  at: number;
  /** The revision it is based on. */
  base: number;
}

/** One user's local copy of a post. Survives a reload, a crash and server downtime. */
export function localCopyOf(person: string, postId: string) {
  const key = ownCopyKey(`${person}.${postId}`);
  return {
    read(): LocalCopy | undefined {
      try {
        const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
        return isCopy(stored) ? stored : undefined;
      } catch {
        return undefined;
      }
    },
    /** Returns false if the browser can't store it, for instance in a private window or when storage is full. */
    keep(copy: LocalCopy): boolean {
      try {
        localStorage.setItem(key, JSON.stringify(copy));
        return true;
      } catch {
        return false;
      }
    },
    forget() {
      try {
        localStorage.removeItem(key);
      } catch {
        // Nothing is stored.
      }
    },
  };
}

export type LocalCopies = ReturnType<typeof localCopyOf>;

function isCopy(stored: unknown): stored is LocalCopy {
  if (typeof stored !== 'object' || stored === null) return false;
  const { values, at, base } = stored as Partial<LocalCopy>;
  return typeof values?.title === 'string' && typeof at === 'number' && typeof base === 'number';
}
