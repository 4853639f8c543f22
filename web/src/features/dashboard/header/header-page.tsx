import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Megaphone, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { DeleteDialog } from '../../../dashboard-kit/editor/delete-dialog.js';
import { EmptyState } from '../../../dashboard-kit/list/empty-state.js';
import { ItemActions } from '../../../dashboard-kit/list/item-actions.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { useUndoToast } from '../../../dashboard-kit/list/restore.js';
import { TokenNeeded } from '../../../dashboard-kit/token-needed.js';
import { Button } from '../../../ui/button.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { useToast } from '../../../ui/toast.js';
import { strings } from '../../../strings.js';
import { deleteHeader, headerQuery, type SiteHeader } from './header.js';
import { HeaderEditor } from './header-editor.js';

/** /dashboard/header: the one text of the public top bar. Open without a session, which sees that it needs one (AMB-09). */
export function Page() {
  return (
    <TokenNeeded title={strings.header}>
      <HeaderScreen />
    </TokenNeeded>
  );
}

function HeaderScreen() {
  const client = useQueryClient();
  const header = useQuery(headerQuery);
  const showToast = useToast();
  const showUndo = useUndoToast();
  const [edited, setEdited] = useState<SiteHeader | 'new'>();
  const [asked, setAsked] = useState<SiteHeader>();
  const reload = () => reloadChanged(client, 'header');

  const create = (
    <Button onClick={() => setEdited('new')}>
      <Plus aria-hidden="true" size={18} />
      {strings.createNew}
    </Button>
  );
  return (
    <>
      <AdminPage
        title={strings.header}
        note="The line that runs across the top of every public page."
        action={header.data === null && create}
      >
        <Loaded query={header} failure={strings.fetchHeaderFailed} placeholder={<Placeholder />}>
          {(found) =>
            found ? (
              <HeaderCard header={found} onEdit={() => setEdited(found)} onDelete={() => setAsked(found)} />
            ) : (
              <EmptyState Icon={Megaphone}>{strings.noHeader}</EmptyState>
            )
          }
        </Loaded>
      </AdminPage>
      {edited && (
        <HeaderEditor
          header={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={({ action, data }) => {
            setEdited(undefined);
            client.setQueryData(headerQuery.queryKey, data);
            showToast(action);
            reload();
          }}
        />
      )}
      <DeleteDialog
        asked={asked}
        title={strings.deleteHeaderTitle}
        question={strings.deleteHeaderQuestion}
        note={() => 'The bar disappears from the public pages. The text can be restored for 30 days.'}
        failure={strings.deleteHeaderFailed}
        remove={deleteHeader}
        onDeleted={({ id }) => {
          setAsked(undefined);
          client.setQueryData(headerQuery.queryKey, null);
          showUndo('The header is deleted.', { type: 'header', id });
          reload();
        }}
        onFailed={reload}
        onCancel={() => setAsked(undefined)}
      />
    </>
  );
}

interface HeaderCardProps {
  header: SiteHeader;
  onEdit: () => void;
  onDelete: () => void;
}

/** The text on the ground that it has on the public pages. */
function HeaderCard({ header, onEdit, onDelete }: HeaderCardProps) {
  const textId = useId();
  return (
    <article aria-labelledby={textId} className="card max-w-3xl overflow-hidden">
      <p id={textId} className="bg-bar px-6 py-5 text-lg font-medium break-words text-on-bar">
        {header.header}
      </p>
      <ItemActions describedBy={textId} onDelete={onDelete} onEdit={onEdit} className="p-4 sm:ml-auto sm:w-80" />
    </article>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading the header" className="card max-w-3xl overflow-hidden">
      <Skeleton className="h-16 rounded-none" />
      <span className="flex gap-2 p-4 sm:ml-auto sm:w-80">
        <Skeleton className="h-11 flex-1 rounded-full" />
        <Skeleton className="h-11 flex-1 rounded-full" />
      </span>
    </Loading>
  );
}
