/** Input of dashboard routes for submissions, which are listed as pending and approved. */
import { maxLength, optionalText, pageQuery } from '@site/proto/fields';
import { z } from 'zod';
import { badInput } from '../edge/http-errors.js';

/** Without `state`, the response contains the first page of both lists. */
export const submissionsQuery = pageQuery.extend({
  state: z.enum(['approved', 'pending'], 'state must be approved or pending').optional(),
});
export type SubmissionsQuery = z.infer<typeof submissionsQuery>;

/** In the query or body. */
export const rejectInput = z.strictObject({ reason: optionalText('Reason', maxLength.comment) });
export type RejectInput = z.infer<typeof rejectInput>;
/** A POST without a body has no reason. */
export const rejectBody = rejectInput.prefault({});
/** Returns a rejection's reason, which may arrive in the query or the body; undefined without one. */
export const reasonOf = (query: RejectInput, body?: RejectInput) => body?.reason || query.reason || undefined;

/**
 * Returns the first page of both lists, or with `state` one page of that list, each with its next cursor.
 * @throws 400 for a cursor without a state, because it belongs to one list
 */
export async function bothLists<Page extends { nextCursor?: string | undefined }>(
  { state, cursor }: Pick<SubmissionsQuery, 'state' | 'cursor'>,
  load: (state: 'approved' | 'pending') => Promise<Page>,
) {
  const message = 'A cursor needs a state';
  if (cursor && !state) throw badInput(message, [{ field: 'state', message }]);
  const pageOf = async (listState: 'approved' | 'pending') =>
    !state || state === listState ? load(listState) : undefined;
  const [approved, pending] = await Promise.all([pageOf('approved'), pageOf('pending')]);
  const cursors = { approved: approved?.nextCursor ?? null, pending: pending?.nextCursor ?? null };
  return { approved, pending, next: state ? { next_cursor: cursors[state] } : { next_cursors: cursors } };
}
