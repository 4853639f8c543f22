import { decodeCursor, toPage } from '@site/platform/keyset';
import { invalid } from '@site/proto/grpc';
import type { DataSource } from 'typeorm';

/** A list by key: which rows, in which order, as which message. */
export interface List {
  /** SQL expressions over `from`, which ends in a WHERE and names the rows `row`. */
  message: string;
  from: string;
  row: string;
  newestFirst: boolean;
  /** Where words are looked for. */
  searched?: string;
}

interface PageRequest {
  cursor?: string | undefined;
  limit: number;
  q?: string | undefined;
}

/** Whoever writes more words than this is not looking for anything. */
const mostWords = 8;

/**
 * A page of the list. Words are not indexed: the search is for a few people, and the order's own index ends the scan as soon
 * as a page is full.
 * @throws INVALID_ARGUMENT for a limit or cursor that is none
 */
export async function readPage<Message>(
  dataSource: DataSource,
  { message, from, row, newestFirst, searched }: List,
  { cursor, limit, q }: PageRequest,
): Promise<{ page: Message[]; nextCursor?: string }> {
  if (limit < 1 || limit > 100)
    throw invalid('limit must be from 1 to 100', [{ field: 'limit', message: 'limit must be from 1 to 100' }]);
  const after = decodeCursor(cursor);
  const words = searched ? (q ?? '').split(/\s+/).filter(Boolean).slice(0, mostWords) : [];
  // strpos, not LIKE: what people type has no wildcards.
  const found = words.map((_word, index) => `AND strpos(lower(${searched}), lower($${index + 4})) > 0`).join(' ');
  const direction = newestFirst ? 'DESC' : 'ASC';
  const rows = await dataSource.query<{ message: Message; at: Date; id: string }[]>(
    `SELECT ${message} AS message, ${row}.created_at AS at, ${row}.id AS id FROM ${from}
     AND ($1::timestamptz IS NULL OR (${row}.created_at, ${row}.id) ${newestFirst ? '<' : '>'} ($1, $2::uuid)) ${found}
     ORDER BY ${row}.created_at ${direction}, ${row}.id ${direction} LIMIT $3`,
    [after?.at ?? null, after?.id ?? null, limit + 1, ...words],
  );
  const messages = rows.map((each) => each.message);
  const { page, nextCursor } = toPage(rows, fitting(messages, limit, pageBudgetBytes), ({ at, id }) => ({
    at: at.toISOString(),
    id,
  }));
  return { page: messages.slice(0, page.length), ...(nextCursor && { nextCursor }) };
}

/**
 * A gRPC message holds 1 MiB (`channelOptions` in proto/grpc.ts), twenty posts of the greatest length hold up to 4 MB. A page
 * therefore ends early, as if its limit had been lower; paging by key makes that invisible to whoever follows the cursor.
 */
export const pageBudgetBytes = 512 * 1024;

/** How many of the first messages fit, at least one. */
export function fitting(messages: unknown[], limit: number, budgetBytes: number): number {
  let bytes = 0;
  const first = messages.slice(0, limit).findIndex((message, index) => {
    bytes += Buffer.byteLength(JSON.stringify(message));
    return index > 0 && bytes > budgetBytes;
  });
  return first === -1 ? limit : first;
}
