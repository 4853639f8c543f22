/** Finds and rewrites stored email addresses that aren't in canonical form. */
import { canonicalEmail } from '@site/domain/email-address';
import type { EntityManager } from 'typeorm';

/**
 * SQL condition: `email` may differ from its canonical form. Matches no canonical ASCII address, so few rows are read
 * repeatedly.
 */
export const mayBeSpelledOtherwise =
  "email !~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@([a-z0-9-]+[.])+[a-z0-9-]*[a-z][a-z0-9-]*$'";

export interface OtherSpelling {
  id: string;
  canonical: string;
}

/** Limits the duration of one statement and one transaction. */
const batchSize = 500;

/**
 * Yields a table's rows whose address isn't in canonical form, in batches by id. The previous release and old rows have
 * such addresses. Postgres has no UTS 46, so this can't be one statement.
 */
export async function* otherSpellings(
  database: Pick<EntityManager, 'query'>,
  table: string,
): AsyncGenerator<OtherSpelling[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (let read = batchSize; read === batchSize;) {
    const rows = await database.query<{ id: string; email: string }[]>(
      `SELECT id, email FROM ${table} WHERE id > $1 AND ${mayBeSpelledOtherwise} ORDER BY id LIMIT ${batchSize}`,
      [after],
    );
    read = rows.length;
    after = rows.at(-1)?.id ?? after;
    const others = rows.flatMap(({ id, email }) => {
      const canonical = canonicalEmail(email);
      return canonical === undefined || canonical === email ? [] : [{ id, canonical }];
    });
    if (others.length > 0) yield others;
  }
}

/** Groups row ids by canonical address. */
export function byAddress(others: readonly OtherSpelling[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, canonical } of others) found.set(canonical, [...(found.get(canonical) ?? []), id]);
  return found;
}

/**
 * Writes canonical forms where several rows may have the same address.
 * @param unless SQL condition on `other`, a row of the table with the same address; rows with a match are skipped
 * @returns the ids of the changed rows
 */
export async function respell(
  database: Pick<EntityManager, 'query'>,
  table: string,
  others: readonly OtherSpelling[],
  unless = 'false',
): Promise<string[]> {
  const [changed] = await database.query<[{ id: string }[], number]>(
    `UPDATE ${table} AS own SET email = spelled.email
     FROM unnest($1::uuid[], $2::text[]) AS spelled (id, email)
     WHERE own.id = spelled.id AND NOT EXISTS (
       SELECT FROM ${table} AS other WHERE lower(other.email) = spelled.email AND other.id <> own.id AND ${unless})
     RETURNING own.id`,
    [others.map(({ id }) => id), others.map(({ canonical }) => canonical)],
  );
  return changed.map(({ id }) => id);
}
