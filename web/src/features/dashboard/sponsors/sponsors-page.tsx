import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Handshake, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../../api/api.js';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { DeleteDialog } from '../../../dashboard-kit/editor/delete-dialog.js';
import { useUndoToast } from '../../../dashboard-kit/list/restore.js';
import { Button } from '../../../ui/button.js';
import type { SponsorView } from '../../../domain/content/site-content.js';
import { Tabs } from '../../../ui/tabs.js';
import { useToast } from '../../../ui/toast.js';
import { SPONSOR_DESIGN_DEFAULT } from '../../../constants.js';
import { strings } from '../../../strings.js';
import { ApprovedSponsors } from './approved-sponsors.js';
import { DesignDialog } from './design-dialog.js';
import { PendingSponsors } from './pending-sponsors.js';
import { QuickView } from './quick-view.js';
import { SponsorBoard } from './sponsor-board.js';
import { SponsorEditor } from './sponsor-editor.js';
import {
  deleteSponsor,
  pendingCountText,
  removeFromLists,
  setTopSponsor,
  sponsorListsQuery,
  sponsorsList,
  type AdminSponsor,
  type SponsorDecision,
  type SponsorState,
} from './sponsor-lists.js';

/** /dashboard/sponsor; `?tab=pending` opens the second tab. */
export function Page() {
  const client = useQueryClient();
  const lists = useQuery(sponsorListsQuery(client));
  const [search, setSearch] = useSearchParams();
  const showToast = useToast();
  const showUndo = useUndoToast();
  const board = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState<SponsorView>();
  const [activating, setActivating] = useState(false);
  const [edited, setEdited] = useState<AdminSponsor | 'new'>();
  const [opened, setOpened] = useState<AdminSponsor>();
  const [asked, setAsked] = useState<AdminSponsor>();
  /** Where the focus goes when a dialog closes; undefined: to where it came from. */
  const nextFocus = useRef<() => HTMLElement | null | undefined>(undefined);
  const returnFocusTo = () => nextFocus.current?.();

  const tab: SponsorState = search.get('tab') === 'pending' ? 'pending' : 'approved';
  const view = tried ?? lists.data?.view ?? SPONSOR_DESIGN_DEFAULT;
  const reload = () => reloadChanged(client, sponsorsList);

  const top = useMutation({
    networkMode: 'always',
    mutationFn: setTopSponsor,
    onSuccess: ({ action }) => {
      showToast(action);
      reload();
    },
    onError: (error) =>
      showToast((error instanceof ApiError && error.serverMessage) || strings.somethingWrong, 'error'),
  });

  /** Once one is gone, the focus is on its neighbour. */
  function focusNeighbourOf({ id }: AdminSponsor) {
    const sponsors = lists.data?.[tab].sponsors ?? [];
    const position = sponsors.findIndex((sponsor) => sponsor.id === id);
    const neighbour = sponsors[position + 1] ?? sponsors[position - 1];
    nextFocus.current = () =>
      (neighbour &&
        board.current?.querySelector<HTMLElement>(`[data-sponsor="${CSS.escape(neighbour.id)}"] [data-open]`)) ||
      board.current;
  }

  function open(sponsor: AdminSponsor) {
    nextFocus.current = undefined;
    setOpened(sponsor);
  }

  function decided({ decision, sponsor }: SponsorDecision) {
    focusNeighbourOf(sponsor);
    setOpened(undefined);
    removeFromLists(client, sponsor);
    if (decision === 'approve') showToast(`Approved ${sponsor.company_name}.`);
    else showUndo(`Rejected ${sponsor.company_name}.`, { type: 'sponsor', id: sponsor.id });
  }

  function deleted(sponsor: AdminSponsor) {
    focusNeighbourOf(sponsor);
    setAsked(undefined);
    removeFromLists(client, sponsor);
    showUndo(`Deleted ${sponsor.company_name}.`, { type: 'sponsor', id: sponsor.id });
  }

  const picker = { chosen: view, inUse: lists.data?.view, onChoose: setTried, onActivate: () => setActivating(true) };
  // The newest version of what is open: its logo may have been prepared meanwhile.
  const shown = opened && (lists.data?.pending.sponsors.find(({ id }) => id === opened.id) ?? opened);

  return (
    <AdminPage
      title={strings.sponsor}
      action={
        <Button onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" size={18} />
          {strings.createNewSponsor}
        </Button>
      }
    >
      <div ref={board} tabIndex={-1} role="group" aria-label={strings.sidebarSponsors}>
        <Tabs<SponsorState>
          label={strings.sponsor}
          value={tab}
          onChange={(next) => setSearch(next === 'pending' ? { tab: next } : {}, { replace: true })}
          tabs={[
            {
              value: 'approved',
              label: strings.sidebarSponsors,
              content: (
                <SponsorBoard
                  state="approved"
                  lists={lists}
                  picker={picker}
                  Icon={Handshake}
                  empty={strings.noApprovedSponsors}
                >
                  {(sponsors) => (
                    <ApprovedSponsors
                      sponsors={sponsors}
                      view={view}
                      onEdit={setEdited}
                      onDelete={(sponsor) => {
                        nextFocus.current = undefined;
                        setAsked(sponsor);
                      }}
                      onTop={(sponsor) => !top.isPending && top.mutate(sponsor)}
                    />
                  )}
                </SponsorBoard>
              ),
            },
            {
              value: 'pending',
              label: strings.pendingRequests,
              count: pendingCountText(lists.data),
              content: (
                <SponsorBoard
                  state="pending"
                  lists={lists}
                  picker={picker}
                  Icon={CircleCheck}
                  done
                  empty={strings.noPendingSponsors}
                >
                  {(sponsors) => <PendingSponsors sponsors={sponsors} onOpen={open} />}
                </SponsorBoard>
              ),
            },
          ]}
        />
      </div>
      {activating && (
        <DesignDialog
          view={view}
          sponsors={lists.data?.approved.sponsors ?? []}
          onActivated={(action) => {
            setActivating(false);
            setTried(undefined);
            showToast(action);
            reload();
          }}
          onClose={() => setActivating(false)}
        />
      )}
      {edited && (
        <SponsorEditor
          sponsor={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            showToast(strings.sponsorSaved);
            reload();
          }}
        />
      )}
      {shown && (
        <QuickView
          sponsor={shown}
          onDecided={decided}
          onClose={() => setOpened(undefined)}
          returnFocusTo={returnFocusTo}
        />
      )}
      <DeleteDialog
        asked={asked}
        title={strings.deleteSponsorTitle}
        question={strings.deleteSponsorQuestion}
        note={({ company_name: company }) => `${company} disappears from the site, and can be restored for 30 days.`}
        failure={strings.deleteSponsorFailed}
        prefersServerText
        remove={deleteSponsor}
        onDeleted={deleted}
        onFailed={reload}
        onCancel={() => setAsked(undefined)}
        returnFocusTo={returnFocusTo}
      />
    </AdminPage>
  );
}
