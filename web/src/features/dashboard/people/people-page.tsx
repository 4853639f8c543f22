/** Screen of all accounts: roles, resets of second factors, and invitations. */
import { kinds } from '@site/domain/kinds';
import { roleNames } from '@site/domain/role-names';
import { type Role, roles } from '@site/domain/roles';
import type { Colleague } from '@site/proto/auth/v1/people.responses';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { adminQuery, post } from '@/api/admin.js';
import { AdminPage } from '@/dashboard-kit/admin-page.js';
import { ActionDialog } from '@/dashboard-kit/action-dialog.js';
import { deleteItem } from '@/dashboard-kit/editor/resource.js';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import { useDeleteWithUndo } from '@/dashboard-kit/list/delete-with-undo.js';
import { ListOrder, Loaded } from '@/dashboard-kit/list/paged-list.js';
import { PeopleTabs } from '@/dashboard-kit/people-tabs.js';
import { useSession } from '@/components/session/session.js';
import { Button } from '@/ui/button.js';
import { Loading } from '@/ui/skeleton.js';
import { useToast } from '@/ui/toast.js';
import { InvitationList, InviteDialog } from './invitations.js';
import { RoleMark } from './role-mark.js';

type Deed = Role | 'reset';
interface UserAction {
  deed: Deed;
  user: Colleague;
}

export function Page() {
  const client = useQueryClient();
  const showToast = useToast();
  const list = useRef<HTMLUListElement>(null);
  const people = useQuery(peopleQuery);
  const [target, setTarget] = useState<UserAction>();
  const confirmation = target && buildConfirmation(target);
  const [search, setSearch] = useSearchParams();
  const deletion = useDeleteWithUndo<Colleague>('moderator', {
    title: 'Delete the account?',
    question: 'They’re signed out immediately. You can restore the account for 30 days.',
    note: ({ name, email }) => `${name} (${email})`,
    failed: 'We couldn’t delete the account. Try again.',
    done: ({ name }) => `Deleted ${name}.`,
    remove: ({ id }) => deleteItem('/admin/main/moderator', id),
    focusAfter: () => list.current,
  });

  function done({ deed, user }: UserAction) {
    setTarget(undefined);
    showToast(
      deed === 'reset' ? `Reset the second factor of ${user.name}.` : `${user.name} is now ${roleNames[deed].some}.`,
    );
    reload();
  }
  const reload = () => reloadChanged(client, kinds.moderator.list);

  return (
    <AdminPage
      title="People"
      action={
        <Button onClick={() => setSearch({ invite: '' })}>
          <UserPlus aria-hidden="true" size={18} />
          Invite someone
        </Button>
      }
      note="Everyone with an account."
      tabs={<PeopleTabs />}
    >
      <InvitationList />
      <Loaded
        query={people}
        failure="We couldn’t load the people."
        placeholder={<Loading label="Loading the people" count={1} each="card h-64" />}
      >
        {(found) => (
          <>
            <ListOrder count={found.length} hasMore={false} nouns={['person', 'people']} order="admins first" />
            <ul ref={list} tabIndex={-1} aria-label="People" className="card divide-y divide-line px-4 py-1 md:px-6">
              {found.map((user) => (
                <UserRow
                  key={user.id}
                  user={user}
                  onOpenDialog={(deed) => setTarget({ deed, user })}
                  onDelete={() => deletion.openDialog(user)}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <ActionDialog
        target={target}
        title={confirmation?.title ?? ''}
        question={confirmation?.text}
        confirmLabel={confirmation?.confirm}
        busyLabel="Saving…"
        failure={confirmation?.failed ?? ''}
        destructive={target?.deed === 'reset'}
        act={({ deed, user }): Promise<unknown> =>
          deed === 'reset' ? resetSecondFactor(user) : changeRole(user, deed)
        }
        onDone={done}
        onFailed={reload}
        onCancel={() => setTarget(undefined)}
        returnFocusTo={() => (target ? undefined : list.current)}
      />
      {search.has('invite') && <InviteDialog onClose={() => setSearch({}, { replace: true })} />}
      {deletion.dialog}
    </AdminPage>
  );
}

interface UserRowProps {
  user: Colleague;
  onOpenDialog: (deed: Deed) => void;
  onDelete: () => void;
}

function UserRow({ user, onOpenDialog, onDelete }: UserRowProps) {
  const nameId = useId();
  const isOneself = useSession()?.id === user.id;
  return (
    // With enough room, names, addresses and buttons line up in columns.
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4 xl:grid xl:grid-cols-[minmax(0,7fr)_minmax(0,8fr)_22rem]">
      <div className="min-w-0 flex-1 basis-64 xl:contents">
        <p id={nameId} className="font-semibold wrap-anywhere">
          {user.name} <RoleMark role={user.role} />
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {user.email}, {user.second_factor ? 'with a second factor' : 'password only'}
        </p>
      </div>
      {isOneself ? (
        <p className="text-sm text-ink-soft xl:text-right">This is you.</p>
      ) : (
        <div className="flex flex-wrap gap-2 xl:justify-end">
          {user.second_factor && (
            <Button tone="secondary" size="small" aria-describedby={nameId} onClick={() => onOpenDialog('reset')}>
              Reset second factor
            </Button>
          )}
          {otherRoles(user).map((role) => (
            <Button
              key={role}
              tone="secondary"
              size="small"
              aria-describedby={nameId}
              onClick={() => onOpenDialog(role)}
            >
              Make {roleNames[role].some}
            </Button>
          ))}
          {user.role === 'moderator' && (
            <Button tone="secondary" size="small" aria-describedby={nameId} onClick={onDelete}>
              Delete
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

const whatFollows: Record<Role, string> = {
  admin: 'They’ll be able to do everything here: publish, email all readers, and change roles.',
  editor:
    'They’ll be able to write and publish posts, and change FAQs, team, header and logo. They can’t manage photos, messages or newsletters.',
  moderator: 'They’ll only be able to review photos and answer messages.',
};

function buildConfirmation({ deed, user }: UserAction) {
  if (deed === 'reset') {
    return {
      title: `Reset the second factor of ${user.name}?`,
      text: 'Their authenticator apps, passkeys and recovery codes are removed, and they’re signed out. We email them about it. Speak to them first: someone who knows their password may be asking for this.',
      confirm: 'Reset second factor',
      failed: 'We couldn’t reset the second factor.',
    };
  }
  const next = roleNames[deed].some;
  return {
    title: `Make ${user.name} ${next}?`,
    text: `${whatFollows[deed]} They’re signed out and sign in again as ${next}.`,
    confirm: `Make ${next}`,
    failed: 'We couldn’t change the role.',
  };
}

const address = '/admin/main/people';
const of = ({ id }: Colleague) => `${address}/${encodeURIComponent(id)}`;

/** Admins first. Reloaded with the moderators, whom the other screen changes. */
const peopleQuery = queryOptions({
  ...adminQuery<Colleague[]>([kinds.moderator.list, 'people', 'all'], address),
  staleTime: 0,
});

/** Also ends the user's sessions. */
const changeRole = (user: Colleague, role: Role) => post<Colleague>(`${of(user)}/role`, { role });

/** Also removes recovery codes and ends the sessions. */
const resetSecondFactor = (user: Colleague) => post<null>(`${of(user)}/reset-second-factor`, {});

const otherRoles = ({ role }: Colleague) => roles.filter((other) => other !== role);
