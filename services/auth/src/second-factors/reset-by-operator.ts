import { audit, type AuditPrincipal } from '@site/platform/data/audit';
import { nobody } from '@site/domain/audit-kinds';
import type { DataSource } from 'typeorm';
import { findAccount } from '../people/find-account.js';
import { removeFactors } from './remove-factors.js';

/** Whoever may start programs on the machine; the audit log knows no more of them. */
const operator: AuditPrincipal = { id: nobody, name: 'Operator', clientAddress: '' };

/**
 * For somebody who has lost every factor and recovery code, when there is no admin who could help. What it does is what an
 * admin's reset does: factors and codes go, all sessions end, a mail tells.
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
