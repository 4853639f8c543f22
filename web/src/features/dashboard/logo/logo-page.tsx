import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ImagePlus, Plus } from 'lucide-react';
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
import { LogoEditor } from './logo-editor.js';
import { LogoImage } from './logo-image.js';
import { deleteLogo, logoQuery, type SiteLogo } from './logo.js';

/** /dashboard/logo: the one logo of the site. Open without a session, which sees that it needs one (AMB-09). */
export function Page() {
  return (
    <TokenNeeded title={strings.logo}>
      <LogoScreen />
    </TokenNeeded>
  );
}

function LogoScreen() {
  const client = useQueryClient();
  const logo = useQuery(logoQuery);
  const showToast = useToast();
  const showUndo = useUndoToast();
  const [edited, setEdited] = useState<SiteLogo | 'new'>();
  const [asked, setAsked] = useState<SiteLogo>();
  const reload = () => reloadChanged(client, 'logo');

  const create = (
    <Button onClick={() => setEdited('new')}>
      <Plus aria-hidden="true" size={18} />
      {strings.createNew}
    </Button>
  );
  return (
    <>
      <AdminPage
        title={strings.logo}
        note="It stands at the top left of every public page. Without one, the site’s name stands there."
        action={logo.data === null && create}
      >
        <Loaded query={logo} failure={strings.fetchLogoFailed} placeholder={<Placeholder />}>
          {(found) =>
            found ? (
              <LogoCard logo={found} onEdit={() => setEdited(found)} onDelete={() => setAsked(found)} />
            ) : (
              <EmptyState Icon={ImagePlus}>{strings.noLogo}</EmptyState>
            )
          }
        </Loaded>
      </AdminPage>
      {edited && (
        <LogoEditor
          logo={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={({ action, data }) => {
            setEdited(undefined);
            client.setQueryData(logoQuery.queryKey, data);
            showToast(action);
            reload();
          }}
        />
      )}
      <DeleteDialog
        asked={asked}
        title={strings.deleteLogoTitle}
        question={strings.deleteLogoQuestion}
        note={() => 'The site’s name takes its place. The logo can be restored for 30 days.'}
        failure={strings.deleteLogoFailed}
        remove={deleteLogo}
        onDeleted={({ id }) => {
          setAsked(undefined);
          client.setQueryData(logoQuery.queryKey, null);
          showUndo('The logo is deleted.', { type: 'logo', id });
          reload();
        }}
        onFailed={reload}
        onCancel={() => setAsked(undefined)}
      />
    </>
  );
}

interface LogoCardProps {
  logo: SiteLogo;
  onEdit: () => void;
  onDelete: () => void;
}

function LogoCard({ logo, onEdit, onDelete }: LogoCardProps) {
  const nameId = useId();
  return (
    <article aria-labelledby={nameId} className="card max-w-xl overflow-hidden">
      <h2 id={nameId} className="sr-only">
        The site’s logo
      </h2>
      <div className="m-4 mb-0 h-56 rounded-md bg-surface-raised">
        <LogoImage logo={logo} />
      </div>
      <ItemActions describedBy={nameId} onDelete={onDelete} onEdit={onEdit} className="p-4" />
    </article>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading the logo" className="card max-w-xl overflow-hidden">
      <Skeleton className="m-4 mb-0 h-56 rounded-md" />
      <span className="flex gap-2 p-4">
        <Skeleton className="h-11 flex-1 rounded-full" />
        <Skeleton className="h-11 flex-1 rounded-full" />
      </span>
    </Loading>
  );
}
