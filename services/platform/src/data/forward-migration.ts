import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A migration without a `down`: only a backup goes back, because the previous release must work with the next one's
 * schema (docs/decisions/0022). Needs `transaction = false` to create or drop an index of an existing table.
 */
export type ForwardMigration = Omit<MigrationInterface, 'down'>;

/**
 * Creates an index without blocking writers, for a migration with `transaction = false`. Keeps a valid index and
 * replaces an invalid one of an interrupted attempt. A partitioned table needs a call per partition.
 * @param definition what follows "CREATE INDEX CONCURRENTLY": "posts_by_day ON posts (day)"
 */
export async function createIndexConcurrently(
  runner: QueryRunner,
  definition: `${string} ON ${string}`,
  { unique = false } = {},
): Promise<void> {
  const [name = ''] = definition.split(' ');
  const [existing] = (await runner.query(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  )) as { valid: boolean }[];
  if (existing?.valid) return;
  // No timeouts: it reads the whole table and waits for running transactions.
  await runner.query('SET statement_timeout = 0');
  await runner.query('SET lock_timeout = 0');
  try {
    if (existing) await runner.query(`DROP INDEX CONCURRENTLY ${name}`);
    await runner.query(`CREATE ${unique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${definition}`);
  } finally {
    await runner.query('RESET statement_timeout');
    await runner.query('RESET lock_timeout');
  }
}
