import type { PostValues } from '@site/proto/content/v1/posts.answers';
import { ownCopyKey } from '../../../../domain/session/own-copies.js';

/** What was written and not kept by the server yet, as this browser keeps it. */
export interface LocalCopy {
  values: PostValues;
  /** When, in milliseconds, by this browser's clock. */
  at: number;
  /** The revision that it goes on from. */
  base: number;
}

/** The copy of one person's text of one post. It outlives a reload, a crash, and a service that is away. */
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
    /** False where the browser keeps nothing, for instance in a private window or when it is full. */
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
        // Nothing is kept there.
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
