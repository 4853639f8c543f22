import { audit, type AuditPrincipal } from '@site/platform/data/audit';
import { nobody } from '@site/domain/audit-kinds';
import type { DataSource } from 'typeorm';
import { findAccount } from '../people/find-account.js';
import { removeFactors } from './account-changes.js';

/** Anyone who can run programs on the machine; the audit log can't identify them further. */
const operator: AuditPrincipal = { id: nobody, name: 'Operator', clientAddress: '' };

/**
 * Resets the second factor of a user who has lost every factor and recovery code, when no admin can help. Has the same
 * effect as an admin's reset: factors and codes are deleted, all sessions end, and an email notifies the user.
 */
export async function resetByOperator(
  dataSource: DataSource,
  email: string,
  at: Date,
): Promise<'reset' | 'no factor' | 'unknown'> {
  const { person } = await findAccount(dataSource, email);
  if (!person) return 'unknown';
  return dataSource.transaction(async (manager) => {
    if (!(await removeFactors(manager, person.id, at))) return 'no factor';
    await audit(manager, operator, 'factor.reset', person.id, person.name);
    return 'reset';
  });
}
