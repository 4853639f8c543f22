import { audit, type AuditPrincipal } from '@site/platform/data/audit';
import { byAddress, otherSpellings, respell } from '@site/platform/data/address-spellings';
import { noPrincipalId } from '@site/domain/audit-kinds';
import { roles, type Role } from '@site/domain/roles';
import type { EntityManager } from 'typeorm';
import { endResets } from '../passwords/set-password.js';
import { endSessions } from '../sessions/end-sessions.js';

const upgrade: AuditPrincipal = { id: noPrincipalId, name: 'Upgrade', clientAddress: '' };

/**
 * Converts account addresses to canonical form. Of accounts that then share one, the one with the fewest rights stays,
 * and the oldest of equals; but an admin if there is no other. Called by a migration, so it uses no entities.
 * @returns the ids of the deleted accounts
 */
export async function mergeSpellings(database: EntityManager): Promise<string[]> {
  const deleted: string[] = [];
  for await (const others of otherSpellings(database, 'people'))
    for (const [canonical, ids] of byAddress(others))
      deleted.push(...(await database.transaction((manager) => merge(manager, canonical, ids))));
  return deleted;
}

interface Account {
  id: string;
  name: string;
  role: Role;
}

const rightsOf = ({ role }: Account) => roles.length - roles.indexOf(role);

async function merge(manager: EntityManager, canonical: string, ids: readonly string[]): Promise<string[]> {
  // Role changes take this lock too, so that the last admin stays.
  await manager.query("SELECT pg_advisory_xact_lock(hashtextextended('auth roles', 0))");
  const accounts = await manager.query<Account[]>(
    `SELECT id, name, role FROM people WHERE deleted_at IS NULL AND (id = ANY($1) OR lower(email) = $2)
     ORDER BY created_at, id FOR UPDATE`,
    [ids, canonical],
  );
  const [{ elsewhere }] = await manager.query<[{ elsewhere: number }]>(
    `SELECT count(*)::integer AS elsewhere FROM people WHERE role = 'admin' AND deleted_at IS NULL AND id <> ALL($1)`,
    [accounts.map(({ id }) => id)],
  );
  const fewerRights = elsewhere > 0 ? 1 : -1;
  const [, ...rest] = accounts.toSorted((left, right) => fewerRights * (rightsOf(left) - rightsOf(right)));
  for (const { id, name } of rest) {
    await manager.query('UPDATE people SET deleted_at = now() WHERE id = $1', [id]);
    const now = new Date();
    await endSessions(manager, id, now);
    await endResets(manager, id, now);
    await audit(manager, upgrade, 'moderator.delete', id, name, 'another account has the same address');
  }
  const others = ids.map((id) => ({ id, canonical }));
  await respell(manager, 'people', others);
  return rest.map(({ id }) => id);
}
