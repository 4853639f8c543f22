import { Client } from 'pg';

/**
 * What the picture worker's own role of the database may do here (`scripts/compose/roles.mjs` makes the role). A decoder that was
 * taken over finds pictures and the rows that hang on them, but nobody's name, address or words, and cannot change the payload of
 * a job that waits.
 */
const pictureRights: Record<string, string[]> = {
  // To find out whether the schema is as new as the code.
  migrations: ['SELECT'],
  pictures: ['SELECT', 'UPDATE', 'DELETE'],
  outbox: ['SELECT', 'INSERT', 'UPDATE (processed_at, failed_at, failed_reason, attempts)'],
  snapshots: [
    'SELECT (id, picture_id, status, deleted_at)',
    'UPDATE (duplicate_of, status, reject_reason, decided_at, deleted_at)',
  ],
  sponsors: ['SELECT (id, logo_id, deleted_at)'],
};

/**
 * Gives the role these rights and takes all others from it, after every migration; does nothing where there is no such role.
 * @param databaseUrl of the owner of the tables
 */
export async function grantPictureRights(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(`SELECT FROM pg_roles WHERE rolname = 'pictures'`);
    if (!rowCount) return;
    const grants = Object.entries(pictureRights).flatMap(([table, rights]) =>
      rights.map((right) => `GRANT ${right} ON submissions.${table} TO pictures;`),
    );
    // As one transaction: nobody ever sees the role without its rights. Postgres refuses two that change the rights of one table.
    const turn = `SELECT pg_advisory_xact_lock(hashtextextended('rights of pictures', 0));`;
    await client.query(`${turn}REVOKE ALL ON ALL TABLES IN SCHEMA submissions FROM pictures;${grants.join('')}`);
  } finally {
    await client.end();
  }
}
