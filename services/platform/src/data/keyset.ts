/**
 * Keyset pagination: a page starts after the last row of the previous one, so deep pages are as cheap as the first, and
 * inserts cause no duplicates or gaps.
 */
import { invalidField } from '@site/proto/grpc';
import { isId } from '../base/ids.js';

export interface Position {
  /** The sort column's value in the page's last row. */
  at: string;
  id: string;
}

export type SortType = 'timestamptz' | 'integer' | 'text';

const isValue: Record<SortType, (text: string) => boolean> = {
  // Only `toISOString`'s format: Postgres may reject other dates that JavaScript accepts.
  timestamptz(text) {
    const date = new Date(text);
    return /^[1-9]\d{3}-/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString() === text;
  },
  integer: (text) => String(Number(text) | 0) === text,
  text: (text) => !text.includes('\0'),
};

export interface RowPosition {
  at: Date | number | string;
  id: string;
}

/** Encodes the position of a page's last row, as `decodeCursor` reads it. */
export const encodeCursor = ({ at, id }: RowPosition): string =>
  Buffer.from(`${at instanceof Date ? at.toISOString() : at}|${id}`).toString('base64url');

/** @throws INVALID_ARGUMENT naming `cursor` if it isn't valid */
export function decodeCursor(cursor: string | undefined, type: SortType = 'timestamptz'): Position | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const end = text.lastIndexOf('|');
  const at = text.slice(0, Math.max(end, 0));
  const id = text.slice(end + 1);
  if (end === -1 || !isId(id) || !isValue[type](at)) {
    throw invalidField('cursor', 'The cursor is not valid.');
  }
  return { at, id };
}

/** One column, with the id as tiebreaker; as SQL or a query builder's properties. */
export interface Order {
  by: string;
  id: string;
  /** Default `timestamptz`. */
  type?: SortType | undefined;
  newestFirst?: boolean | undefined;
}

/** Returns an ORDER BY list, without the keyword. */
export const orderSql = ({ by, id, newestFirst }: Order): string =>
  newestFirst ? `${by} DESC, ${id} DESC` : `${by}, ${id}`;

/** Returns an SQL condition for rows after the position in the parameters `at` and `after`. */
export const isAfter = ({ by, id, type = 'timestamptz', newestFirst }: Order, at: string, after: string): string =>
  `(${by}, ${id}) ${newestFirst ? '<' : '>'} (CAST(${at} AS ${type}), CAST(${after} AS uuid))`;

/** Splits `limit + 1` rows into the page and the next one's cursor. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => RowPosition,
): { page: Row[]; nextCursor?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return rows.length > limit && last ? { page, nextCursor: encodeCursor(positionOf(last)) } : { page };
}
