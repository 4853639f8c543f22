import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A migration. There is no way back but a backup: the release before has to work with the schema of the next one
 * (docs/decisions/0022). Has `transaction = false` when it creates or drops an index of an existing table.
 */
export type ForwardMigration = Omit<MigrationInterface, 'down'>;

/**
 * Creates an index without blocking writers, for a migration with `transaction = false`. Replaces an invalid one, which an
 * interrupted attempt has left, and keeps a valid one. A partitioned table needs one for each partition.
 * @param definition what follows "CREATE INDEX CONCURRENTLY", beginning with the name: "posts_by_day ON posts (day)"
 */
export async function createIndexConcurrently(
  runner: QueryRunner,
  definition: `${string} ON ${string}`,
  { unique = false } = {},
): Promise<void> {
  const [name = ''] = definition.split(' ');
  const [known] = (await runner.query('SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)', [
    name,
  ])) as { valid: boolean }[];
  if (known?.valid) return;
  // It reads the whole table and waits for the transactions under way, without blocking them.
  await runner.query('SET statement_timeout = 0');
  await runner.query('SET lock_timeout = 0');
  try {
    if (known) await runner.query(`DROP INDEX CONCURRENTLY ${name}`);
    await runner.query(`CREATE ${unique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${definition}`);
  } finally {
    await runner.query('RESET statement_timeout');
    await runner.query('RESET lock_timeout');
  }
}
