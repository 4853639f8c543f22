import type { EditedSponsor } from '@site/proto/submissions/v1/sponsors.responses';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { useMutation, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { serverMessageOf } from '@/api/admin.js';
import { OrderedList } from '@/dashboard-kit/list/ordered-list.js';
import { ReviewBoard, useReview } from '@/dashboard-kit/review/review.js';
import type { RequestLists } from '@/dashboard-kit/review/submission-lists.js';
import { useToast } from '@/ui/toast.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { ApprovedCard, PendingCard } from './sponsor-cards.js';
import { QuickView } from './sponsor-dialogs.js';
import { address, setTopSponsor, sponsorReview, sponsors } from './sponsors.js';

interface SponsorsProps {
  lists: UseQueryResult<RequestLists<EditedSponsor, unknown>>;
}

interface ApprovedSponsorsProps extends SponsorsProps {
  view: SponsorView;
  onEdit: (sponsor: EditedSponsor) => void;
}

export function ApprovedSponsors({ lists, view, onEdit }: ApprovedSponsorsProps) {
  const client = useQueryClient();
  const showToast = useToast();
  const review = useReview({ kind: sponsorReview, state: 'approved', lists });
  const { items } = review;
  // By default, the hero shows the first one.
  const topSponsor = items.find((sponsor) => sponsor.is_top) ?? items[0];
  const choosing = useMutation({
    mutationFn: setTopSponsor,
    onSuccess: ({ action }) => {
      showToast(action);
      sponsors.reload(client);
    },
    onError: (error) => showToast(serverMessageOf(error) || dashboardStrings.somethingWrong, 'error'),
  });
  return (
    <ReviewBoard
      review={review}
      card={(card) => (
        <ApprovedCard
          {...card}
          view={view}
          isTop={card.item === topSponsor}
          onEdit={onEdit}
          onTop={(sponsor) => !choosing.isPending && choosing.mutate(sponsor)}
        />
      )}
      wrap={(cards) =>
        lists.data?.approved.nextCursor === null ? (
          <OrderedList kind="sponsor" address={address} nameOf={sponsorReview.nameOf} items={items}>
            {cards}
          </OrderedList>
        ) : (
          cards
        )
      }
    />
  );
}

export function PendingSponsors({ lists }: SponsorsProps) {
  const client = useQueryClient();
  const review = useReview({ kind: sponsorReview, state: 'pending', lists });
  const [opened, setOpened] = useState<EditedSponsor>();

  function open(sponsor: EditedSponsor) {
    review.focusNext(sponsor);
    setOpened(sponsor);
  }

  return (
    <ReviewBoard review={review} card={(card) => <PendingCard {...card} onOpen={open} />}>
      {opened && (
        <QuickView
          // The latest version, whose logo may be ready by now.
          sponsor={review.items.find(({ id }) => id === opened.id) ?? opened}
          onDecided={({ decision, item }) => {
            review.decided(decision, item);
            setOpened(undefined);
            sponsors.remove(client, item);
            sponsors.reload(client);
          }}
          onClose={() => setOpened(undefined)}
          returnFocusTo={review.returnFocusTo}
        />
      )}
    </ReviewBoard>
  );
}
