import { announce } from '@site/platform/data/changes';
import { clearAuditLabels } from '@site/platform/data/audit';
import type { ErasePersonalDataResponse } from '@site/proto/gen/nest/submissions/v1/personal_data';
import { kinds } from '@site/domain/kinds';
import type { EntityManager } from 'typeorm';
import { submissionKinds } from '../submission-kinds.js';
import { addPurgeImageJob } from '../images/purge-image.job.js';
import { isTheirs, type DataSubject } from './stored-records.js';

/** Replaces the contact of an approved sponsor. The domain can never exist (RFC 2606). */
const erasedContact = { name: 'Erased', email: 'erased@contact.invalid' };

/** Shown with its company name, which is not personal data. */
const isOnSite = `status = 'approved' AND deleted_at IS NULL`;

/**
 * Permanently deletes data under an address or phone number, in the manager's transaction; jobs remove the pictures. An
 * approved sponsor stays without its contact. Deleted items lose their labels in the audit log.
 */
export async function eraseItems(
  manager: EntityManager,
  user: DataSubject,
): Promise<Omit<ErasePersonalDataResponse, 'receipt'>> {
  const deletedCounts: Record<string, number> = {};
  const erased: string[] = [];
  const [retained] = await manager.query<[{ id: string }[], number]>(
    `UPDATE sponsors SET name = $2, email = $3, message = '', version = version + 1
     WHERE ${isTheirs('sponsors', user)} AND ${isOnSite} RETURNING id`,
    [user.value, erasedContact.name, erasedContact.email],
  );
  for (const { type, table, picture } of submissionKinds) {
    const [rows] = await manager.query<[{ id: string; picture: string | null }[], number]>(
      `DELETE FROM ${table} WHERE ${isTheirs(table, user)} RETURNING id, ${picture?.column ?? 'NULL'} AS picture`,
      [user.value],
    );
    deletedCounts[type] = rows.length;
    erased.push(...rows.map(({ id }) => id));
    for (const row of rows) {
      if (row.picture) await addPurgeImageJob(manager, row.picture);
      await announce(manager, kinds[type].list, row.id);
    }
  }
  for (const { id } of retained) await announce(manager, kinds.sponsor.list, id);
  const [subscribers] = await manager.query<[{ id: string }[], number]>(
    `DELETE FROM newsletter_subscribers WHERE ${isTheirs('newsletter_subscribers', user)} RETURNING id`,
    [user.value],
  );
  for (const { id } of subscribers) {
    erased.push(id);
    await manager.query(`UPDATE campaign_deliveries SET reason = '' WHERE subscriber_id = $1`, [id]);
  }
  // Mail servers repeat the address when they reject it.
  await manager.query(
    `UPDATE outbox SET failed_reason = 'erased' WHERE failed_at IS NOT NULL AND strpos(lower(failed_reason), lower($1)) > 0`,
    [user.value],
  );
  await clearAuditLabels(manager, erased);
  return {
    snapshots: deletedCounts['snapshot'] ?? 0,
    sponsors: deletedCounts['sponsor'] ?? 0,
    messages: deletedCounts['contact'] ?? 0,
    newsletter: subscribers.length,
    sponsorsRetained: retained.length,
  };
}
