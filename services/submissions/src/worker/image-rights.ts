/** Database rights of the picture worker's role, which decodes untrusted files. */
import { Client } from 'pg';

/**
 * Grants of the picture worker's database role (`scripts/compose/roles.mjs`). A compromised decoder can see pictures
 * and rows that reference them, but no names, addresses or messages, and can't change a queued job's payload.
 */
const imageRights: Record<string, string[]> = {
  // To check whether the schema matches the code.
  migrations: ['SELECT'],
  images: ['SELECT', 'UPDATE', 'DELETE'],
  outbox: ['SELECT', 'INSERT', 'UPDATE (processed_at, failed_at, failed_reason, attempts)'],
  snapshots: [
    'SELECT (id, image_id, status, deleted_at)',
    'UPDATE (duplicate_of, status, reject_reason, decided_at, deleted_at)',
  ],
  sponsors: ['SELECT (id, logo_id, deleted_at)'],
};

/**
 * Grants the role these rights and revokes others, after every migration. Does nothing without the role.
 * @param databaseUrl with the credentials of the tables' owner
 */
export async function grantImageRights(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(`SELECT FROM pg_roles WHERE rolname = 'pictures'`);
    if (!rowCount) return;
    const grants = Object.entries(imageRights).flatMap(([table, rights]) =>
      rights.map((right) => `GRANT ${right} ON submissions.${table} TO pictures;`),
    );
    // One transaction, so that the role never lacks its rights. The lock: Postgres rejects concurrent changes to a
    // table's rights.
    const turn = `SELECT pg_advisory_xact_lock(hashtextextended('rights of pictures', 0));`;
    await client.query(`${turn}REVOKE ALL ON ALL TABLES IN SCHEMA submissions FROM pictures;${grants.join('')}`);
  } finally {
    await client.end();
  }
}
