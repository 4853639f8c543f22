import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, SearchX, ShieldCheck } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { cardGridLook } from '../../../dashboard-kit/list/card-grid.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { DeleteDialog } from '../../../dashboard-kit/editor/delete-dialog.js';
import { EmptyState } from '../../../dashboard-kit/list/empty-state.js';
import { ItemActions } from '../../../dashboard-kit/list/item-actions.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { useUndoToast } from '../../../dashboard-kit/list/restore.js';
import { SearchBox } from '../../../dashboard-kit/list/search-box.js';
import { ShowMore } from '../../../dashboard-kit/list/show-more.js';
import { TokenNeeded } from '../../../dashboard-kit/token-needed.js';
import { Button } from '../../../ui/button.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { useToast } from '../../../ui/toast.js';
import { PLACEHOLDERS } from '../../../constants.js';
import { strings } from '../../../strings.js';
import { ModeratorEditor } from './moderator-editor.js';
import { deleteModerator, moderatorsList, moderatorsQuery, type Moderator } from './moderators.js';

/** /dashboard/moderate: the people who review photos; `?q=` searches them. */
export function Page() {
  return (
    <TokenNeeded title={strings.sidebarModerators}>
      <ModeratorsScreen />
    </TokenNeeded>
  );
}

function ModeratorsScreen() {
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const words = search.get('q') ?? '';
  const moderators = useInfiniteQuery({ ...moderatorsQuery(words), placeholderData: keepPreviousData });
  const showToast = useToast();
  const showUndo = useUndoToast();
  const list = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<Moderator | 'new'>();
  const [asked, setAsked] = useState<Moderator>();
  const [isDeleted, setIsDeleted] = useState(false);
  const reload = () => reloadChanged(client, moderatorsList);
  const isSearchable = words !== '' || (moderators.data?.length ?? 0) > 0;

  function deleted(moderator: Moderator) {
    setIsDeleted(true);
    setAsked(undefined);
    showUndo(`Deleted ${moderator.name}.`, { type: 'moderator', id: moderator.id });
    reload();
  }

  return (
    <AdminPage
      title={strings.sidebarModerators}
      note="They approve and reject photos and read messages, nothing else."
      action={
        <Button onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" size={18} />
          {strings.createNew}
        </Button>
      }
    >
      {isSearchable && (
        <SearchBox
          label="Search moderators"
          words={words}
          onSearch={(next) => setSearch(next ? { q: next } : {}, { replace: true })}
          className="mb-6"
        />
      )}
      <div ref={list} tabIndex={-1} role="group" aria-label={strings.sidebarModerators}>
        <Loaded query={moderators} failure={strings.fetchTeamFailed} placeholder={<Placeholder />}>
          {(people) => (
            <>
              {people.length > 0 ? (
                <ul className={cardGridLook}>
                  {people.map((moderator) => (
                    <ModeratorCard
                      key={moderator.id}
                      moderator={moderator}
                      onEdit={() => setEdited(moderator)}
                      onDelete={() => {
                        setIsDeleted(false);
                        setAsked(moderator);
                      }}
                    />
                  ))}
                </ul>
              ) : words ? (
                <EmptyState Icon={SearchX}>Nobody is found for “{words}”.</EmptyState>
              ) : (
                <EmptyState Icon={ShieldCheck}>{strings.noTeamMembers}</EmptyState>
              )}
              <ShowMore list={moderators} />
            </>
          )}
        </Loaded>
      </div>
      {edited && (
        <ModeratorEditor
          moderator={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={({ action }) => {
            setEdited(undefined);
            showToast(action);
            reload();
          }}
        />
      )}
      <DeleteDialog
        asked={asked}
        title={strings.deleteTeamMemberQuestion}
        question={strings.deleteMemberQuestion}
        note={({ name, email }) => `${name} (${email}) is signed out at once, and can be restored for 30 days.`}
        failure={strings.deleteTeamMemberFailed}
        remove={deleteModerator}
        onDeleted={deleted}
        onFailed={reload}
        onCancel={() => setAsked(undefined)}
        returnFocusTo={() => (isDeleted ? list.current : undefined)}
      />
    </AdminPage>
  );
}

interface ModeratorCardProps {
  moderator: Moderator;
  onEdit: () => void;
  onDelete: () => void;
}

function ModeratorCard({ moderator: { name, email }, onEdit, onDelete }: ModeratorCardProps) {
  const nameId = useId();
  return (
    <li className="card flex flex-col p-5">
      <span className="flex items-start gap-4">
        <span
          aria-hidden="true"
          className="flex size-12 shrink-0 items-center justify-center rounded-full bg-sky-soft text-lg font-bold text-sky-strong"
        >
          {initialsOf(name)}
        </span>
        <dl className="min-w-0 flex-1">
          <dt className="text-sm text-ink-soft">{strings.fullName}</dt>
          <dd id={nameId} className="font-semibold break-words">
            {name}
          </dd>
          <dt className="mt-2 text-sm text-ink-soft">{strings.email}</dt>
          <dd className="break-words">{email}</dd>
        </dl>
      </span>
      <ItemActions describedBy={nameId} onDelete={onDelete} onEdit={onEdit} className="mt-auto pt-5" />
    </li>
  );
}

/** "Mo Field" → "MF". */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

function Placeholder() {
  return (
    <Loading label="Loading the moderators" className={cardGridLook}>
      {Array.from({ length: PLACEHOLDERS.moderators }, (_, index) => (
        <span key={index} className="card flex flex-col p-5">
          <span className="flex gap-4">
            <Skeleton className="size-12 rounded-full" />
            <span className="flex-1">
              <Skeleton className="h-5 w-2/5" />
              <Skeleton className="mt-2 h-5 w-4/5" />
              <Skeleton className="mt-3 h-5 w-1/4" />
              <Skeleton className="mt-2 h-5 w-3/5" />
            </span>
          </span>
          <Skeleton className="mt-5 h-11 rounded-full" />
        </span>
      ))}
    </Loading>
  );
}
