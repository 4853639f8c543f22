/**
 * Verifies the hash chain of an audit log (`audit-tables.ts`). Recomputes all hashes here: an attacker who can change
 * entries can also change the database's functions.
 */
import { createHash } from 'node:crypto';

export type Query = <Row>(statement: string, values?: unknown[]) => Promise<Row[]>;

/** The head of a chain at an earlier time, stored elsewhere. */
export interface AuditAnchor {
  number: number;
  hash: string;
}

export interface AuditCheck {
  entries: number;
  /** The last entry; number 0 for an empty log. */
  head: AuditAnchor;
  /** The first altered entry and what is wrong with it. */
  fault?: { id: string; number: number; what: string };
}

interface Row {
  id: string;
  number: number;
  hash: string;
  /** In hashing order. */
  parts: string[];
  client_address: string;
  address_salt: string | null;
  address_digest: string;
  subject_label: string;
  label_salt: string | null;
  label_digest: string;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const netstring = (text: string) => `${Buffer.byteLength(text)}:${text},`;
const batch = 2_000;
export const emptyChain: AuditAnchor = { number: 0, hash: '0'.repeat(64) };

/** Checks a value against its digest; a forgotten value is empty and has no salt. */
const isIntact = (value: string, salt: string | null, digest: string) =>
  salt === null ? value === '' : sha256(salt + value) === digest;

function findProblem(row: Row, expected: AuditAnchor): string | undefined {
  if (row.number !== expected.number + 1) return `entry ${expected.number + 1} is missing before it`;
  if (sha256(expected.hash + row.parts.map(netstring).join('')) !== row.hash) return 'it was changed';
  if (!isIntact(row.client_address, row.address_salt, row.address_digest)) return 'its address was changed';
  if (!isIntact(row.subject_label, row.label_salt, row.label_digest)) return 'its label was changed';
  return undefined;
}

/**
 * Verifies the chain from its first entry.
 * @param anchors earlier heads, from a backup or a log line
 */
export async function checkAudit(query: Query, anchors: AuditAnchor[] = []): Promise<AuditCheck> {
  let head = emptyChain;
  let entries = 0;
  const left = new Map(anchors.map(({ number, hash }) => [number, hash]));
  const failed = (id: string, number: number, what: string): AuditCheck => ({
    entries,
    head,
    fault: { id, number, what },
  });
  for (let rows: Row[] = [], more = true; more; more = rows.length === batch) {
    rows = await query<Row>(
      `SELECT id, number, hash, client_address, address_salt, address_digest, subject_label, label_salt, label_digest,
         ARRAY[number::text, id::text, principal_id::text, principal_name, action, subject_id, detail,
           to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), request_id, address_digest, label_digest] AS parts
       FROM audit WHERE number > $1 ORDER BY number LIMIT ${batch}`,
      [head.number],
    );
    for (const row of rows) {
      const what = findProblem(row, head);
      if (what) return failed(row.id, row.number, what);
      head = { number: row.number, hash: row.hash };
      entries += 1;
      const noted = left.get(row.number);
      if (noted !== undefined && noted !== row.hash)
        return failed(row.id, row.number, 'its hash differs from the anchor');
      left.delete(row.number);
    }
  }
  const [end = emptyChain] = await query<AuditAnchor>('SELECT number, hash FROM audit_head');
  // Entries may be added meanwhile, but fewer than the head says means truncation.
  if (end.number < head.number || (end.number === head.number && end.hash !== head.hash))
    return failed('', head.number, 'the head of the chain is not the last entry');
  const [cutOff] = await query<{ cut: boolean }>(
    'SELECT $1::integer > 0 AND NOT EXISTS (SELECT FROM audit WHERE number = $1::integer AND hash = $2) AS cut',
    [end.number, end.hash],
  );
  if (cutOff?.cut) return failed('', head.number + 1, `entries up to ${end.number} existed and are missing`);
  const [loose] = await query<{ id: string }>('SELECT id FROM audit WHERE number IS NULL ORDER BY id LIMIT 1');
  if (loose) return failed(loose.id, 0, 'it is not part of the chain');
  const missing = [...left.keys()].filter((number) => number > 0);
  if (missing.length > 0) return failed('', Math.min(...missing), 'an anchor names it, but it is missing');
  return { entries, head };
}

/** Returns the newest entry's number and hash; number 0 for an empty log. */
export async function auditHead(query: Query): Promise<AuditAnchor> {
  const [end = emptyChain] = await query<AuditAnchor>('SELECT number, hash FROM audit_head');
  return end;
}
