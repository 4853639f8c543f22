import type { PostDesk, PostValues } from '@site/proto/content/v1/posts.answers';
import type { LocalCopy } from './local-copy.js';
import { isSame } from './values.js';

/** What was left unsaved on an earlier visit. */
export interface FoundWriting {
  values: PostValues;
  base: number;
  /** When it was written, in milliseconds. */
  at: number;
  /** Only this browser has it. */
  isLocal: boolean;
  /** Somebody saved a revision after that: it is offered, and not put in by itself. */
  isOlder: boolean;
}

/** The server tells its time by whole seconds, and some time after it was asked. */
const clockErrorMs = 5_000;

/**
 * The latest of what the server and this browser kept unsaved; undefined when nothing is left or it says the same as what is
 * saved.
 * @param opened the values of the latest revision, as the page would show them
 * @param ahead by how much the server's clock is ahead of this one, in milliseconds
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
    // It would be gone if the server had kept it: only what was clearly written later, elsewhere, comes before it.
    const at = copy.at + ahead + clockErrorMs;
    const isOlder = copy.base < post.revision && at < savedAt(post);
    found.push({ values: copy.values, base: copy.base, at, isLocal: true, isOlder });
  }
  const [latest] = found.filter(({ values }) => !isSame(values, opened)).sort((one, other) => other.at - one.at);
  return latest && { ...latest, at: latest.isLocal ? latest.at - clockErrorMs : latest.at };
}

const savedAt = ({ updated_at: at }: PostDesk['post']) => Date.parse(at);
