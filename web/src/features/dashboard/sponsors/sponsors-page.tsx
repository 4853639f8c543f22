/** Screen of sponsors: approved and pending ones, their order, and the page's design. */
import type { EditedSponsor } from '@site/proto/submissions/v1/sponsors.responses';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { serverMessageOf } from '@/api/admin.js';
import { AdminPage } from '@/dashboard-kit/admin-page.js';
import { ResourceEditor } from '@/dashboard-kit/editor/resource-editor.js';
import { OrderedList } from '@/dashboard-kit/list/ordered-list.js';
import { ReviewBoard } from '@/dashboard-kit/review/review-board.js';
import { pendingCountText, type RequestState } from '@/dashboard-kit/review/submission-lists.js';
import { Button } from '@/ui/button.js';
import { Tabs } from '@/ui/tabs.js';
import { useToast } from '@/ui/toast.js';
import { SPONSOR_DESIGN_DEFAULT } from '@/constants/display-constants.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as screenNames from '@/strings/screen-names.js';
import { DesignDialog, DesignPicker } from './design-picker.js';
import { ApprovedCard, PendingCard } from './sponsor-cards.js';
import { sponsorResource } from './sponsor-resource.js';
import { sponsorReview } from './sponsor-review.js';
import { address, setTopSponsor, sponsors } from './sponsors.js';

/** `?tab=pending` opens the second tab. */
export function Page() {
  const client = useQueryClient();
  const lists = useQuery(sponsors.query(client));
  const [search, setSearch] = useSearchParams();
  const showToast = useToast();
  const [tried, setTried] = useState<SponsorView>();
  const [activating, setActivating] = useState(false);
  const [edited, setEdited] = useState<EditedSponsor | 'new'>();

  const tab: RequestState = search.get('tab') === 'pending' ? 'pending' : 'approved';
  const inUse = lists.data && (lists.data.data.sponsor_view ?? SPONSOR_DESIGN_DEFAULT);
  const view = tried ?? inUse ?? SPONSOR_DESIGN_DEFAULT;
  const reload = () => sponsors.reload(client);
  const approved = lists.data?.approved.items ?? [];
  // By default, the hero shows the first one.
  const topSponsor = approved.find((sponsor) => sponsor.is_top) ?? approved[0];
  const choosing = useMutation({
    mutationFn: setTopSponsor,
    onSuccess: ({ action }) => {
      showToast(action);
      reload();
    },
    onError: (error) => showToast(serverMessageOf(error) || dashboardStrings.somethingWrong, 'error'),
  });
  const picker = (
    <DesignPicker
      selected={view}
      inUse={inUse}
      onSelect={setTried}
      onActivate={lists.data?.[tab].items.length ? () => setActivating(true) : undefined}
    />
  );

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
      <Tabs<RequestState>
        label={dashboardStrings.sponsor}
        value={tab}
        onChange={(next) => setSearch(next === 'pending' ? { tab: next } : {}, { replace: true })}
        tabs={[
          {
            value: 'approved',
            label: screenNames.sponsors,
            content: (
              <>
                {picker}
                <ReviewBoard
                  kind={sponsorReview}
                  state="approved"
                  lists={lists}
                  card={(card) => (
                    <ApprovedCard
                      {...card}
                      view={view}
                      isTop={card.item === topSponsor}
                      onEdit={setEdited}
                      onTop={(sponsor) => !choosing.isPending && choosing.mutate(sponsor)}
                    />
                  )}
                  wrap={(cards) =>
                    lists.data?.approved.nextCursor === null ? (
                      <OrderedList kind="sponsor" address={address} nameOf={sponsorReview.nameOf} items={approved}>
                        {cards}
                      </OrderedList>
                    ) : (
                      cards
                    )
                  }
                />
              </>
            ),
          },
          {
            value: 'pending',
            label: dashboardStrings.pendingRequests,
            count: pendingCountText(lists.data),
            content: (
              <>
                {picker}
                <ReviewBoard
                  kind={sponsorReview}
                  state="pending"
                  lists={lists}
                  card={(card) => <PendingCard {...card} />}
                />
              </>
            ),
          },
        ]}
      />
      {activating && (
        <DesignDialog
          view={view}
          sponsors={approved}
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
    </AdminPage>
  );
}
