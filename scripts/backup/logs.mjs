import { randomUUID } from 'node:crypto';

/** The services' audit logs, whose entries stand in a chain (docs/decisions/0011-security-log.md). */

/** The schemas with a log. */
export const loggingSchemas = ['auth', 'content', 'submissions', 'notifications'];

/**
 * The ends of the chains as "number:hash" by schema, to be compared later (`npm run verify-log`): they show what was cut off
 * since. Before the version with chains there are none.
 */
export async function endsOfLogs(client) {
  const ends = {};
  for (const schema of loggingSchemas) {
    const { rows: known } = await client.query('SELECT to_regclass($1) IS NOT NULL AS there', [`${schema}.audit_head`]);
    if (!known[0].there) continue;
    const { rows } = await client.query(`SELECT number, hash FROM ${schema}.audit_head`);
    if (rows[0]) ends[schema] = `${rows[0].number}:${rows[0].hash}`;
  }
  return ends;
}

/** Within a transaction of the tables' owner: whether entries are taken as they come, instead of being put at the chain's end. */
export async function letLogsBeFilled(client, areFilled) {
  for (const schema of loggingSchemas)
    await client.query(`ALTER TABLE ${schema}.audit ${areFilled ? 'DISABLE' : 'ENABLE'} TRIGGER USER`);
}

/** Writes down that rows and pictures were brought back, and from when they are. */
export async function logRestore(client, takenAt) {
  await client.query(
    `INSERT INTO auth.audit (id, principal_id, principal_name, action, subject_id, detail, client_address, request_id)
     VALUES ($1, '00000000-0000-0000-0000-000000000000', 'Operator', 'backup.restore', '', $2, '', '')`,
    [sortedId(), takenAt],
  );
}

/** A UUIDv7 (RFC 9562, 5.7): the log is read in the order of its ids. */
function sortedId() {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
