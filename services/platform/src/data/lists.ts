/** Pages of lists with search and keyset pagination. */
import { canonicalEmail } from '@site/domain/email-address';
import { invalidField } from '@site/proto/grpc';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { decodeCursor, isAfter, toPage, type Order, type RowPosition } from './keyset.js';

export interface PageRequest {
  cursor?: string | undefined;
  limit: number;
  q?: string | undefined;
}

/** @throws INVALID_ARGUMENT unless 1 to `maxLimit` */
export function pageLimit(limit: number, maxLimit = 100): number {
  if (limit >= 1 && limit <= maxLimit) return limit;
  throw invalidField('limit', `limit must be from 1 to ${maxLimit}`);
}

const maxTerms = 8;

/** Returns a search's words, addresses in canonical form; a row must contain all, in any order. */
export const parseSearchTerms = (q: string | undefined): string[] =>
  (q ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, maxTerms)
    .map((word) => canonicalEmail(word) ?? word);

/**
 * SQL condition: `text` contains the word, case-insensitively by the database's locale. Not indexed: searches are rare,
 * and the scan ends when a page is full.
 */
// strpos has no wildcards, unlike LIKE.
export const containsWordSql = (text: string, word: string): string => `strpos(lower(${text}), lower(${word})) > 0`;

/**
 * A gRPC message is limited to 1 MiB (`channelOptions` in proto/grpc.ts), which a page of the longest rows would
 * exceed. Such a page ends early; clients just follow the cursor.
 */
export const pageBudgetBytes = 512 * 1024;

/** Returns how many of the first messages fit the budget, at least one. */
export function fitting(messages: unknown[], budgetBytes = pageBudgetBytes): number {
  let bytes = 0;
  const first = messages.findIndex((message, index) => {
    bytes += Buffer.byteLength(JSON.stringify(message));
    return index > 0 && bytes > budgetBytes;
  });
  return first === -1 ? messages.length : first;
}

/** Like `toPage`, but ends early if the rows, converted by `message`, exceed the budget. */
export function toFittingPage<Row, Message>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => RowPosition,
  message: (row: Row) => Message,
): { page: Message[]; nextCursor?: string } {
  const messages = rows.slice(0, limit).map(message);
  const count = fitting(messages);
  return { ...toPage(rows, count, positionOf), page: messages.slice(0, count) };
}

export interface ListOrder<Row> extends Omit<Order, 'by' | 'id'> {
  by: keyof Row & string;
  /** SQL expression that is searched for the words of `q`. */
  searched?: string;
  /** The highest limit; default 100. */
  maxLimit?: number;
}

/**
 * Returns a page of `list`'s rows as messages.
 * @throws INVALID_ARGUMENT for an invalid limit or cursor
 */
export async function readPage<Row extends ObjectLiteral & { id: string }, Message>(
  list: SelectQueryBuilder<Row>,
  { cursor, limit, q }: PageRequest,
  { by, type, newestFirst, searched, maxLimit }: ListOrder<Row>,
  message: (row: Row) => Message,
): Promise<{ page: Message[]; nextCursor?: string }> {
  pageLimit(limit, maxLimit);
  const after = decodeCursor(cursor, type);
  const order = { by: `${list.alias}.${by}`, id: `${list.alias}.id`, type, newestFirst };
  const terms = searched ? parseSearchTerms(q) : [];
  terms.forEach((word, index) =>
    list.andWhere(containsWordSql(searched ?? '', `:word${index}`), { [`word${index}`]: word }),
  );
  if (after) list.andWhere(isAfter(order, ':at', ':after'), { at: after.at, after: after.id });
  const direction = newestFirst ? 'DESC' : 'ASC';
  const rows = await list
    .orderBy(order.by, direction)
    .addOrderBy(order.id, direction)
    .limit(limit + 1)
    .getMany();
  return toFittingPage(rows, limit, (row) => ({ at: row[by] ?? '', id: row.id }), message);
}
