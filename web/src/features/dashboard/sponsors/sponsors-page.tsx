/** Screen of sponsors: approved and pending ones, their order, and the page's design. */
import type { EditedSponsor } from '@site/proto/submissions/v1/sponsors.responses';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Handshake, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { serverMessageOf } from '@/api/admin.js';
import { AdminPage } from '@/dashboard-kit/admin-page.js';
import { useDeleteWithUndo, useUndoToast } from '@/dashboard-kit/list/delete-with-undo.js';
import { pendingCountText, type DecisionOn, type RequestState } from '@/dashboard-kit/review/submission-lists.js';
import { Button } from '@/ui/button.js';
import { Tabs } from '@/ui/tabs.js';
import { useToast } from '@/ui/toast.js';
import { SPONSOR_DESIGN_DEFAULT } from '@/constants/display-constants.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as screenNames from '@/strings/screen-names.js';
import { ApprovedSponsors, PendingSponsors, SponsorBoard } from './sponsor-cards.js';
import { DesignDialog } from './design-picker.js';
import { QuickView, sponsorResource } from './sponsor-dialogs.js';
import { ResourceEditor } from '@/dashboard-kit/editor/resource-editor.js';
import { setTopSponsor, sponsors } from './sponsors.js';

/** `?tab=pending` opens the second tab. */
export function Page() {
  const client = useQueryClient();
  const lists = useQuery(sponsors.query(client));
  const [search, setSearch] = useSearchParams();
  const showToast = useToast();
  const showUndo = useUndoToast();
  const board = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState<SponsorView>();
  const [activating, setActivating] = useState(false);
  const [edited, setEdited] = useState<EditedSponsor | 'new'>();
  const [opened, setOpened] = useState<EditedSponsor>();
  /** Focused when a dialog closes; by default, its opener. */
  const nextFocus = useRef<() => HTMLElement | null | undefined>(undefined);
  const returnFocusTo = () => nextFocus.current?.();

  const tab: RequestState = search.get('tab') === 'pending' ? 'pending' : 'approved';
  const inUse = lists.data && (lists.data.data.sponsor_view ?? SPONSOR_DESIGN_DEFAULT);
  const view = tried ?? inUse ?? SPONSOR_DESIGN_DEFAULT;
  const reload = () => sponsors.reload(client);

  const top = useMutation({
    mutationFn: setTopSponsor,
    onSuccess: ({ action }) => {
      showToast(action);
      reload();
    },
    onError: (error) => showToast(serverMessageOf(error) || dashboardStrings.somethingWrong, 'error'),
  });

  function focusNeighbor({ id }: EditedSponsor) {
    const visibleSponsors = lists.data?.[tab].items ?? [];
    const position = visibleSponsors.findIndex((sponsor) => sponsor.id === id);
    const neighbor = visibleSponsors[position + 1] ?? visibleSponsors[position - 1];
    nextFocus.current = () =>
      (neighbor &&
        board.current?.querySelector<HTMLElement>(`[data-sponsor="${CSS.escape(neighbor.id)}"] [data-open]`)) ||
      board.current;
  }

  function open(sponsor: EditedSponsor) {
    nextFocus.current = undefined;
    setOpened(sponsor);
  }

  function decided({ decision, item: sponsor }: DecisionOn<EditedSponsor>) {
    focusNeighbor(sponsor);
    setOpened(undefined);
    sponsors.remove(client, sponsor);
    reload();
    if (decision === 'approve') showToast(`Approved ${sponsor.company_name}.`);
    else showUndo(`Rejected ${sponsor.company_name}.`, { type: 'sponsor', id: sponsor.id });
  }

  const deletion = useDeleteWithUndo<EditedSponsor>('sponsor', {
    title: 'Delete Sponsor?',
    question: 'Are you sure you want to delete this sponsor request?',
    note: ({ company_name: company }) => `${company} disappears from the site, and can be restored for 30 days.`,
    failed: 'Failed to delete sponsor',
    prefersServerText: true,
    done: ({ company_name: company }) => `Deleted ${company}.`,
    remove: (item) => sponsors.decide({ decision: 'delete', item }),
    onDeleted: (item) => sponsors.remove(client, item),
    focusAfter: () => board.current,
  });

  const picker = {
    selected: view,
    inUse,
    onSelect: setTried,
    onActivate: () => setActivating(true),
  };
  // The latest version, whose logo may be ready by now.
  const openedSponsor = opened && (lists.data?.pending.items.find(({ id }) => id === opened.id) ?? opened);

  return (
    <AdminPage
      title={dashboardStrings.sponsor}
      action={
        <Button onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" size={18} />
          Create New Sponsor
        </Button>
      }
    >
      <div ref={board} tabIndex={-1} role="group" aria-label={screenNames.sponsors}>
        <Tabs<RequestState>
          label={dashboardStrings.sponsor}
          value={tab}
          onChange={(next) => setSearch(next === 'pending' ? { tab: next } : {}, { replace: true })}
          tabs={[
            {
              value: 'approved',
              label: screenNames.sponsors,
              content: (
                <SponsorBoard
                  state="approved"
                  lists={lists}
                  picker={picker}
                  Icon={Handshake}
                  empty="Oops! There are no sponsers at the moment."
                >
                  {(items) => (
                    <ApprovedSponsors
                      sponsors={items}
                      view={view}
                      onEdit={setEdited}
                      onDelete={deletion.openDialog}
                      onTop={(sponsor) => !top.isPending && top.mutate(sponsor)}
                    />
                  )}
                </SponsorBoard>
              ),
            },
            {
              value: 'pending',
              label: dashboardStrings.pendingRequests,
              count: pendingCountText(lists.data),
              content: (
                <SponsorBoard
                  state="pending"
                  lists={lists}
                  picker={picker}
                  Icon={CircleCheck}
                  done
                  empty="All sponser requests have been processed. There are no pending requests at the moment."
                >
                  {(items) => <PendingSponsors sponsors={items} onOpen={open} />}
                </SponsorBoard>
              ),
            },
          ]}
        />
      </div>
      {activating && (
        <DesignDialog
          view={view}
          sponsors={lists.data?.approved.items ?? []}
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
        <ResourceEditor
          resource={sponsorResource}
          item={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            showToast('Sponsor updated successfully!');
            reload();
          }}
        />
      )}
      {openedSponsor && (
        <QuickView
          sponsor={openedSponsor}
          onDecided={decided}
          onClose={() => setOpened(undefined)}
          returnFocusTo={returnFocusTo}
        />
      )}
      {deletion.dialog}
    </AdminPage>
  );
}
