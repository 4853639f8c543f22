import type { PostDesk, PostValues } from '@site/proto/content/v1/posts.answers';
import { ownCopyKey } from '../../../../domain/session/own-copies.js';
import { isSame } from './values.js';

export interface FoundWriting {
  values: PostValues;
  base: number;
  /** Milliseconds. */
  at: number;
  /** Stored only in this browser. */
  isLocal: boolean;
  /** A newer revision exists, so it is offered rather than restored. */
  isOlder: boolean;
}

/** The server's clock is read in whole seconds and is slightly out of date on arrival. */
const clockErrorMs = 5_000;

/**
 * Returns the latest unsaved work, from the server's autosave or this browser, unless it equals the saved post.
 * @param opened the values of the latest revision, as the page would show them
 * @param ahead how far the server's clock is ahead, in milliseconds
 */
export function findWriting(
  { post, autosave }: Pick<PostDesk, 'post' | 'autosave'>,
  copy: LocalCopy | undefined,
  opened: PostValues,
  ahead: number,
): FoundWriting | undefined {
  const found: FoundWriting[] = [];
  if (autosave) {
    const { values, created_at: at, base_revision: base } = autosave;
    found.push({ values, base, at: Date.parse(at), isLocal: false, isOlder: false });
  }
  if (copy) {
    // Deleted once the server has it, so it is older only if a revision was clearly saved later elsewhere.
    const at = copy.at + ahead + clockErrorMs;
    const isOlder = copy.base < post.revision && at < savedAt(post);
    found.push({ values: copy.values, base: copy.base, at, isLocal: true, isOlder });
  }
  const [latest] = found.filter(({ values }) => !isSame(values, opened)).sort((one, other) => other.at - one.at);
  return latest && { ...latest, at: latest.isLocal ? latest.at - clockErrorMs : latest.at };
}

const savedAt = ({ updated_at: at }: PostDesk['post']) => Date.parse(at);

/** Text that the server doesn't have yet. */
interface LocalCopy {
  values: PostValues;
  /** Milliseconds by this browser's clock. */
  at: number;
  base: number;
}

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
    /** Returns false if the browser can't store it, as in a private window or when storage is full. */
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
