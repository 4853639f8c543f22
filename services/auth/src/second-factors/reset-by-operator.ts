import { audit, type AuditPrincipal } from '@site/platform/data/audit';
import { noPrincipalId } from '@site/domain/audit-kinds';
import type { DataSource } from 'typeorm';
import { findAccount } from '../people/find-account.js';
import { removeFactors } from './account-changes.js';

/** Anyone who can run programs on the machine. */
const operator: AuditPrincipal = { id: noPrincipalId, name: 'Operator', clientAddress: '' };

/**
 * Resets the second factor of a user who has lost every factor and recovery code, when no admin can help. Like an
 * admin's reset, deletes factors and codes, ends all sessions, and notifies the user by email.
 */
export async function resetByOperator(
  dataSource: DataSource,
  email: string,
  at: Date,
): Promise<'reset' | 'no factor' | 'unknown'> {
  const { user: person } = await findAccount(dataSource, email);
  if (!person) return 'unknown';
  return dataSource.transaction(async (manager) => {
    if (!(await removeFactors(manager, person.id, at))) return 'no factor';
    await audit(manager, operator, 'factor.reset', person.id, person.name);
    return 'reset';
  });
}
