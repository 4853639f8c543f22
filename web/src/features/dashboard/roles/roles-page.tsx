import { permissionLabels, roleNames } from '@site/domain/role-names';
import { may, permissions, roles, type PermissionName } from '@site/domain/roles';
import { Check, Minus } from 'lucide-react';
import { AdminPage } from '@/dashboard-kit/admin-page.js';
import { PeopleTabs } from '@/dashboard-kit/people-tabs.js';
import { useSession } from '@/components/session/session.js';

const names = Object.keys(permissions) as PermissionName[];

/** Shows the table that the servers enforce. */
export function Page() {
  const currentRole = useSession()?.type;
  return (
    <AdminPage
      title="Roles and permissions"
      tabs={<PeopleTabs />}
      note="Every request is checked against this table. Admins change roles under People."
    >
      <dl className="mb-6 grid gap-x-8 gap-y-3 sm:grid-cols-3">
        {roles.map((role) => (
          <div key={role}>
            <dt className="font-semibold">
              {roleNames[role].name}
              {role === currentRole && <span className="font-normal text-ink-soft"> (you)</span>}
            </dt>
            <dd className="text-sm text-ink-soft">{roleNames[role].is}</dd>
          </div>
        ))}
      </dl>
      <div className="card overflow-x-auto px-4 md:px-6">
        <table className="w-full text-left">
          <caption className="sr-only">Permissions by role</caption>
          <thead>
            <tr className="border-b border-line text-sm text-ink-soft">
              <th scope="col" className="py-3 pr-3 font-semibold">
                Permission
              </th>
              {roles.map((role) => (
                <th key={role} scope="col" className="px-1.5 py-3 text-center font-semibold sm:px-4">
                  {roleNames[role].name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {names.map((name) => (
              <tr key={name}>
                <th scope="row" className="py-3 pr-3 font-normal">
                  {permissionLabels[name]}
                </th>
                {roles.map((role) => (
                  <td key={role} className="px-1.5 py-3 text-center sm:px-4">
                    <Mark granted={may(role, name)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </AdminPage>
  );
}

function Mark({ granted }: { granted: boolean }) {
  const Icon = granted ? Check : Minus;
  return (
    <>
      <Icon
        aria-hidden="true"
        size={20}
        strokeWidth={granted ? 3 : 2}
        className={granted ? 'inline text-sky-strong' : 'inline text-ink-soft'}
      />
      <span className="sr-only">{granted ? 'Yes' : 'No'}</span>
    </>
  );
}
