import { invalid } from '@site/proto/grpc';
import { isId } from './ids.js';

/**
 * Paging by key: a page starts after the last row of the one before, so deep pages cost what the first one costs and rows
 * that arrive meanwhile neither repeat nor hide others.
 */
export interface Position {
  /** The sort column's value of the last row, as text. */
  at: string;
  id: string;
}

/** An opaque cursor for the row that a page ended with. */
export const encodeCursor = (position: Position): string =>
  Buffer.from(`${position.at}|${position.id}`).toString('base64url');

/** @throws INVALID_ARGUMENT naming `cursor` when it is not one of ours. */
export function decodeCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [at, id, ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('|');
  if (!at || !id || rest.length > 0 || !isId(id) || !isInstant(at)) {
    throw invalid('The cursor is not valid.', [{ field: 'cursor', message: 'The cursor is not valid.' }]);
  }
  return { at, id };
}

/** Exactly what `toISOString` writes: whatever else JavaScript takes for a date, Postgres may not. */
function isInstant(text: string): boolean {
  const date = new Date(text);
  return /^[1-9]\d{3}-/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString() === text;
}

/** Splits `limit + 1` fetched rows into the page and the cursor of the next one. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): { page: Row[]; nextCursor?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return rows.length > limit && last ? { page, nextCursor: encodeCursor(positionOf(last)) } : { page };
}
