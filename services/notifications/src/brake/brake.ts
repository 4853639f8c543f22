import type { GetBrakeResponse } from '@site/proto/gen/nest/notifications/v1/deliveries';
import { audit, type AuditPrincipal } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import type { DataSource, EntityManager } from 'typeorm';

/** Holding what is to be sent: all of it, by a person; or what is less urgent, by the house (`automatic-brake.ts`). */

interface BrakeRow {
  scope: 'nothing' | 'less_urgent' | 'all';
  reason: string;
  by_name: string;
  set_at: Date | null;
}

/** What applies now. */
export async function readBrake(database: Pick<EntityManager, 'query'>): Promise<GetBrakeResponse> {
  const [row] = await database.query<BrakeRow[]>('SELECT scope, reason, by_name, set_at FROM brake WHERE id = 1');
  if (!row || row.scope === 'nothing') return { held: false, reason: '', by: '', at: '' };
  return { held: true, reason: row.reason, by: row.by_name, at: row.set_at?.toISOString() ?? '' };
}

/** Holds everything, or lets everything go on; written down in the audit log. */
export async function setBrake(
  dataSource: DataSource,
  { held, reason }: { held: boolean; reason: string },
  principal: AuditPrincipal,
): Promise<GetBrakeResponse> {
  return dataSource.transaction(async (manager) => {
    // `set_at` stays when it is let go: from then on the house counts anew.
    await manager.query(`UPDATE brake SET scope = $1, reason = $2, by_name = $3, set_at = now() WHERE id = 1`, [
      held ? 'all' : 'nothing',
      held ? reason : '',
      held ? principal.name : '',
    ]);
    await audit(manager, principal, held ? 'sending.hold' : 'sending.resume', 'sending', '', reason);
    await announce(manager, 'deliveries');
    return readBrake(manager);
  });
}
