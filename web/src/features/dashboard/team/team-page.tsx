import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, UserRound, Users } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { AdminPicture } from '../../../dashboard-kit/admin-picture.js';
import { cardGridLook } from '../../../dashboard-kit/list/card-grid.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { DeleteDialog } from '../../../dashboard-kit/editor/delete-dialog.js';
import { EmptyState } from '../../../dashboard-kit/list/empty-state.js';
import { ItemActions } from '../../../dashboard-kit/list/item-actions.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { useUndoToast } from '../../../dashboard-kit/list/restore.js';
import { ShowMore } from '../../../dashboard-kit/list/show-more.js';
import { TokenNeeded } from '../../../dashboard-kit/token-needed.js';
import { untilPrepared } from '../../../dashboard-kit/until-prepared.js';
import { Button } from '../../../ui/button.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { useToast } from '../../../ui/toast.js';
import { PLACEHOLDERS } from '../../../constants.js';
import { strings } from '../../../strings.js';
import { MemberEditor } from './member-editor.js';
import { deleteMember, teamList, teamQuery, type AdminMember } from './team.js';

/** About how wide a card's picture is, in CSS pixels. */
const cardPixels = 400;

/** /dashboard/team: the people of the About page. */
export function Page() {
  const [editing, setEditing] = useState<AdminMember | 'new'>();
  return (
    <AdminPage
      title={strings.sidebarOurTeam}
      action={
        <Button onClick={() => setEditing('new')}>
          <Plus aria-hidden="true" size={20} />
          {strings.createNew}
        </Button>
      }
    >
      <TokenNeeded>
        <Team editing={editing} onEdit={setEditing} />
      </TokenNeeded>
    </AdminPage>
  );
}

interface TeamProps {
  editing: AdminMember | 'new' | undefined;
  onEdit: (member: AdminMember | 'new' | undefined) => void;
}

function Team({ editing, onEdit }: TeamProps) {
  const client = useQueryClient();
  const team = useInfiniteQuery({ ...teamQuery, refetchInterval: untilPrepared });
  const showToast = useToast();
  const showUndo = useUndoToast();
  const list = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<AdminMember>();
  const [isDeleted, setIsDeleted] = useState(false);

  function saved() {
    showToast(editing === 'new' ? 'The member is on the site.' : 'The member is updated.');
    reloadChanged(client, teamList);
    onEdit(undefined);
  }

  function deleted(member: AdminMember) {
    setIsDeleted(true);
    setAsked(undefined);
    showUndo(`Deleted ${member.name}.`, { type: 'team', id: member.id });
    reloadChanged(client, teamList);
  }

  return (
    <div ref={list} tabIndex={-1} role="group" aria-label={strings.sidebarOurTeam}>
      <Loaded query={team} failure={strings.fetchTeamFailed} placeholder={<Placeholder />}>
        {(members) =>
          members.length === 0 ? (
            <EmptyState Icon={Users}>{strings.noTeamMembers}</EmptyState>
          ) : (
            <>
              <ul className={cardGridLook}>
                {members.map((member) => (
                  <MemberCard
                    key={member.id}
                    member={member}
                    onEdit={() => onEdit(member)}
                    onDelete={() => {
                      setIsDeleted(false);
                      setAsked(member);
                    }}
                  />
                ))}
              </ul>
              <ShowMore list={team} />
            </>
          )
        }
      </Loaded>
      {editing && (
        <MemberEditor
          member={editing === 'new' ? undefined : editing}
          onSaved={saved}
          onClose={() => onEdit(undefined)}
        />
      )}
      <DeleteDialog
        asked={asked}
        title={strings.deleteTeamMemberQuestion}
        question="The member disappears from the site and can be restored for 30 days."
        note={({ name, designation }) => `${name}, ${designation}`}
        failure={strings.deleteTeamMemberFailed}
        remove={deleteMember}
        onDeleted={deleted}
        onFailed={() => reloadChanged(client, teamList)}
        onCancel={() => setAsked(undefined)}
        returnFocusTo={() => (isDeleted ? list.current : undefined)}
      />
    </div>
  );
}

interface MemberCardProps {
  member: AdminMember;
  onEdit: () => void;
  onDelete: () => void;
}

function MemberCard({ member, onEdit, onDelete }: MemberCardProps) {
  const nameId = useId();
  return (
    <li className="card flex flex-col overflow-hidden">
      <span className="relative block aspect-4/3 overflow-hidden bg-surface-raised">
        <span className="absolute inset-0">
          <AdminPicture
            picture={member.picture}
            src={member.image}
            alt={`Picture of ${member.name}`}
            cssPixels={cardPixels}
            fit="cover"
            className="size-full"
            fallback={
              <span className="flex size-full items-center justify-center text-ink-soft">
                <UserRound aria-hidden="true" size={48} />
              </span>
            }
          />
        </span>
      </span>
      <dl className="grid flex-1 grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 gap-y-1 p-4 pb-1">
        <dt className="text-ink-soft">{strings.fullName}</dt>
        <dd id={nameId} className="font-semibold break-words">
          {member.name}
        </dd>
        <dt className="text-ink-soft">{strings.designation}</dt>
        <dd className="break-words">{member.designation}</dd>
      </dl>
      <ItemActions describedBy={nameId} onDelete={onDelete} onEdit={onEdit} className="p-4" />
    </li>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading the team" className={cardGridLook}>
      {Array.from({ length: PLACEHOLDERS.team }, (_, index) => (
        <span key={index} className="card block overflow-hidden">
          <Skeleton className="aspect-4/3 rounded-none" />
          <span className="block p-4">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="mt-2 h-5 w-3/5" />
            <Skeleton className="mt-5 h-11 rounded-full" />
          </span>
        </span>
      ))}
    </Loading>
  );
}
