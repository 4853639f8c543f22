import { badInput } from '../edge/failures.js';

/** What visitors send: the requests that wait for a decision, and what was approved. */

type State = 'approved' | 'pending';
interface Page {
  nextCursor?: string | undefined;
}

/**
 * The first page of both lists, or with `state` a page of one, and where each goes on.
 * @throws 400 for a cursor without a state: it would not be known of which list
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
