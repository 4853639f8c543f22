import type { PostEditorData, PostValues } from '@site/proto/content/v1/posts.responses';
import { type Copy, openLocalDraft } from '@/components/session/unsaved-drafts.js';
import { isSame } from './post-values.js';

export interface FoundWriting {
  values: PostValues;
  base: number;
  /** Milliseconds. */
  at: number;
  /** Stored only in this browser. */
  isLocal: boolean;
  /** The tab that wrote it. */
  tab: string;
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
  { post, autosave }: Pick<PostEditorData, 'post' | 'autosave'>,
  copy: (Omit<Copy<PostValues>, 'tab'> & { tab?: string }) | undefined,
  opened: PostValues,
  ahead: number,
): FoundWriting | undefined {
  const found: FoundWriting[] = [];
  if (autosave) {
    const { values, created_at: at, base_revision: base, tab } = autosave;
    found.push({ values, base, tab, at: Date.parse(at), isLocal: false, isOlder: false });
  }
  if (copy) {
    // Deleted once the server has it, so it is older only if a revision was clearly saved later elsewhere.
    const at = copy.at + ahead + clockErrorMs;
    const isOlder = copy.base < post.revision && at < savedAt(post);
    const { values, base, tab = '' } = copy;
    found.push({ values, base, tab, at, isLocal: true, isOlder });
  }
  const [latest] = found.filter(({ values }) => !isSame(values, opened)).sort((one, other) => other.at - one.at);
  return latest && { ...latest, at: latest.isLocal ? latest.at - clockErrorMs : latest.at };
}

const savedAt = ({ updated_at: at }: PostEditorData['post']) => Date.parse(at);

export const localCopyOf = (userId: string, postId: string, tab?: string) =>
  openLocalDraft<PostValues>(userId, postId, isValues, tab);

export type LocalCopies = ReturnType<typeof localCopyOf>;

function isValues(values: unknown): values is PostValues {
  return typeof (values as Partial<PostValues> | null | undefined)?.title === 'string';
}
