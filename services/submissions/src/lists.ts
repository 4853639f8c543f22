import { toPage, type Position } from '@site/platform/keyset';
import { invalid } from '@site/proto/grpc';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** What the private lists have in common. */

/** @throws INVALID_ARGUMENT unless 1 to 100 */
export function pageLimit(limit: number): number {
  if (limit >= 1 && limit <= 100) return limit;
  const message = 'limit must be from 1 to 100';
  throw invalid(message, [{ field: 'limit', message }]);
}

/** Whoever writes more words than this is not looking for anything. */
const mostWords = 8;

/**
 * Keeps the rows whose `text`, an SQL expression, holds every word of `q`, in any order and (as far as the
 * database's locale knows letters) any case. Not indexed: the lists are
 * read by a few people, and the order's own index ends the scan as soon as a page is full.
 */
export function holdingWords<Row extends ObjectLiteral>(
  list: SelectQueryBuilder<Row>,
  text: string,
  q: string | undefined,
): SelectQueryBuilder<Row> {
  const words = (q ?? '').split(/\s+/).filter(Boolean).slice(0, mostWords);
  words.forEach((word, index) => {
    // strpos, not LIKE: what people type has no wildcards.
    list.andWhere(`strpos(lower(${text}), lower(:word${index})) > 0`, { [`word${index}`]: word });
  });
  return list;
}

/**
 * A gRPC message holds 1 MiB (`channelOptions` in proto/grpc.ts); a hundred messages of the greatest length hold up to 2 MB.
 * A page therefore ends early, as if its limit had been lower; whoever follows the cursor does not notice.
 */
export const pageBudgetBytes = 512 * 1024;

/** As `toPage`, ending early where the rows, as `message` makes them, are more than a gRPC message holds. */
export function toFittingPage<Row, Message>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => Position,
  message: (row: Row) => Message,
): { page: Message[]; nextCursor?: string } {
  const messages: Message[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, limit)) {
    const next = message(row);
    bytes += Buffer.byteLength(JSON.stringify(next));
    if (messages.length > 0 && bytes > pageBudgetBytes) break;
    messages.push(next);
  }
  const { nextCursor } = toPage(rows, messages.length, positionOf);
  return { page: messages, ...(nextCursor && { nextCursor }) };
}
