import { badInput } from '../edge/failures.js';

/** Submissions from visitors: pending and approved. */

type State = 'approved' | 'pending';
interface Page {
  nextCursor?: string | undefined;
}

/**
 * Returns the first page of both lists, or with `state` one page of that list, each with its next cursor.
 * @throws 400 for a cursor without a state, because it doesn't say which list it belongs to
 */
export async function bothLists<Answer extends Page>(
  { state, cursor }: { state?: State | undefined; cursor?: string | undefined },
  load: (state: State) => Promise<Answer>,
) {
  const message = 'A cursor needs a state';
  if (cursor && !state) throw badInput(message, [{ field: 'state', message }]);
  const pageOf = async (wanted: State) => (!state || state === wanted ? load(wanted) : undefined);
  const [approved, pending] = await Promise.all([pageOf('approved'), pageOf('pending')]);
  const cursors = { approved: approved?.nextCursor ?? null, pending: pending?.nextCursor ?? null };
  return { approved, pending, next: state ? { next_cursor: cursors[state] } : { next_cursors: cursors } };
}
