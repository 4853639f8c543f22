/** Badge with a user's role. */
import { roleNames } from '@site/domain/role-names';
import type { Role } from '@site/domain/roles';
import { classNames } from '@/ui/class-names.js';

export function RoleMark({ role }: { role: Role }) {
  return (
    <span
      className={classNames(
        'ml-1 inline-block rounded-full px-2.5 py-0.5 text-sm font-semibold',
        role === 'admin' ? 'bg-sky-soft text-sky-strong' : 'bg-surface-raised text-ink-soft',
      )}
    >
      {roleNames[role].name}
    </span>
  );
}
