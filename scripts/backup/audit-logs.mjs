import { randomUUID } from 'node:crypto';

/** Hash chains (docs/decisions/0011-security-log.md). */

export const loggingSchemas = ['auth', 'content', 'submissions', 'notifications'];

/**
 * Returns the ends of the chains as "number:hash" by schema, which later reveal truncation (`npm run ops -- verify-log`).
 * @param {import('pg').Client} client
 */
export async function readAuditEnds(client) {
  /** @type {Record<string, string>} */
  const ends = {};
  for (const schema of loggingSchemas) {
    const { rows } = await client.query(`SELECT number, hash FROM ${schema}.audit_head`);
    if (rows[0]) ends[schema] = `${rows[0].number}:${rows[0].hash}`;
  }
  return ends;
}

/** @param {import('pg').Client} client @param {string} takenAt */
export async function logRestore(client, takenAt) {
  await client.query(
    `INSERT INTO auth.audit (id, principal_id, principal_name, action, subject_id, detail, client_address, request_id)
     VALUES ($1, '00000000-0000-0000-0000-000000000000', 'Operator', 'backup.restore', '', $2, '', '')`,
    [makeSortedId(), takenAt],
  );
}

/** Generates a UUIDv7 (RFC 9562, 5.7), because the log is read in ID order. */
function makeSortedId() {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
