import { canonicalEmail } from '@site/domain/email-address';
import { invalid } from '@site/proto/grpc';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { decodeCursor, isAfter, toPage, type Order, type RowPosition } from './keyset.js';

/** What a page is asked for with: where it starts, how much it holds, and the words that its rows hold. */
export interface PageRequest {
  cursor?: string | undefined;
  limit: number;
  q?: string | undefined;
}

/** @throws INVALID_ARGUMENT unless 1 to `most` */
export function pageLimit(limit: number, most = 100): number {
  if (limit >= 1 && limit <= most) return limit;
  const message = `limit must be from 1 to ${most}`;
  throw invalid(message, [{ field: 'limit', message }]);
}

/** Nobody searches for more words than this. */
const mostWords = 8;

/** The words of a search, addresses in canonical form; a row has to hold all of them, in any order. */
export const wordsOf = (q: string | undefined): string[] =>
  (q ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => canonicalEmail(word) ?? word);

/**
 * SQL condition: the expression `text` holds the word, in upper or lower case as far as the database's locale knows letters.
 * Not indexed: a few people search, and the order's own index ends the scan as soon as a page is full.
 */
// strpos, not LIKE: what people type has no wildcards.
export const holdsWord = (text: string, word: string): string => `strpos(lower(${text}), lower(${word})) > 0`;

/**
 * A gRPC message holds 1 MiB (`channelOptions` in proto/grpc.ts), and a page of the longest rows would be several times that.
 * It then ends early, as if its limit had been lower; whoever follows the cursor does not notice.
 */
export const pageBudgetBytes = 512 * 1024;

/** How many of the first messages fit the budget; one at least. */
export function fitting(messages: unknown[], budgetBytes = pageBudgetBytes): number {
  let bytes = 0;
  const first = messages.findIndex((message, index) => {
    bytes += Buffer.byteLength(JSON.stringify(message));
    return index > 0 && bytes > budgetBytes;
  });
  return first === -1 ? messages.length : first;
}

/** As `toPage`, ending early where the rows, as `message` makes them, are more than a gRPC message holds. */
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

/** How a list of entities is sorted, searched and limited. */
export interface ListOrder<Row> extends Omit<Order, 'by' | 'id'> {
  by: keyof Row & string;
  /** SQL expression in which the words of `q` are looked for. */
  searched?: string;
  /** The greatest limit; 100 when absent. */
  most?: number;
}

/**
 * A page of the rows that `list` selects, as messages.
 * @throws INVALID_ARGUMENT for a limit or a cursor that is none
 */
export async function readPage<Row extends ObjectLiteral & { id: string }, Message>(
  list: SelectQueryBuilder<Row>,
  { cursor, limit, q }: PageRequest,
  { by, type, newestFirst, searched, most }: ListOrder<Row>,
  message: (row: Row) => Message,
): Promise<{ page: Message[]; nextCursor?: string }> {
  pageLimit(limit, most);
  const after = decodeCursor(cursor, type);
  const order = { by: `${list.alias}.${by}`, id: `${list.alias}.id`, type, newestFirst };
  const words = searched ? wordsOf(q) : [];
  words.forEach((word, index) => list.andWhere(holdsWord(searched ?? '', `:word${index}`), { [`word${index}`]: word }));
  if (after) list.andWhere(isAfter(order, ':at', ':after'), { at: after.at, after: after.id });
  const direction = newestFirst ? 'DESC' : 'ASC';
  const rows = await list
    .orderBy(order.by, direction)
    .addOrderBy(order.id, direction)
    .limit(limit + 1)
    .getMany();
  return toFittingPage(rows, limit, (row) => ({ at: row[by] ?? '', id: row.id }), message);
}
