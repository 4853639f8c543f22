/** The kill switch: an admin pauses all sending, or the service pauses less urgent messages (`automatic-pause.ts`). */
import type { KillSwitch } from '@site/proto/gen/nest/notifications/v1/deliveries';
import { audit, type AuditPrincipal } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import type { DataSource, EntityManager } from 'typeorm';

interface KillSwitchRow {
  scope: 'nothing' | 'less_urgent' | 'all';
  reason: string;
  by_name: string;
  set_at: Date | null;
}

/** Returns whether sending is paused, by whom and why; empty texts if it isn't. */
export async function readKillSwitch(database: Pick<EntityManager, 'query'>): Promise<KillSwitch> {
  const [row] = await database.query<KillSwitchRow[]>(
    'SELECT scope, reason, by_name, set_at FROM kill_switch WHERE id = 1',
  );
  if (!row || row.scope === 'nothing') return { paused: false, reason: '', by: '', at: '' };
  return { paused: true, reason: row.reason, by: row.by_name, at: row.set_at?.toISOString() ?? '' };
}

/** Pauses or resumes all sending, with an audit entry. */
export async function setKillSwitch(
  dataSource: DataSource,
  { paused, reason }: { paused: boolean; reason: string },
  principal: AuditPrincipal,
): Promise<KillSwitch> {
  return dataSource.transaction(async (manager) => {
    // Also when resuming: the automatic pause counts from then on.
    await manager.query(`UPDATE kill_switch SET scope = $1, reason = $2, by_name = $3, set_at = now() WHERE id = 1`, [
      paused ? 'all' : 'nothing',
      paused ? reason : '',
      paused ? principal.name : '',
    ]);
    await audit(manager, principal, paused ? 'sending.hold' : 'sending.resume', 'sending', '', reason);
    await announce(manager, 'deliveries');
    return readKillSwitch(manager);
  });
}
