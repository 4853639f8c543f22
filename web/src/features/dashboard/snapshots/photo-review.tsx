/** How photos are reviewed. */
import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { CircleCheck, Images } from 'lucide-react';
import { Facts } from '@/dashboard-kit/facts.js';
import { cardGridClassName } from '@/dashboard-kit/list/paged-list.js';
import type { ReviewKind } from '@/dashboard-kit/review/review-kind.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { LinkedText } from '@/ui/linked-text.js';
import { SenderHistory } from './decided-photos.js';
import { decideTogether } from './decide-together.js';
import { hasSimilarPhotos, ReviewPhotos, SimilarPhotos } from './review-photos.js';
import { hindranceOf, senderOf, snapshots } from './snapshots.js';

const introduce = (one: ModeratedSnapshot) => `The photo by ${senderOf(one)} from ${one.location}. `;
const nouns: [string, string] = ['photo', 'photos'];

export const photoReview: ReviewKind<ModeratedSnapshot> = {
  ...snapshots,
  nameOf: (one) => `the photo by ${senderOf(one)}`,
  labelOf: (one) => `${senderOf(one)}, ${one.location}`,
  hindranceOf,
  tabs: {
    approved: {
      label: dashboardStrings.approvedRequests,
      nouns,
      order: 'latest approval first',
      empty: 'There are no approved snapshots',
      Icon: Images,
      gridClassName: cardGridClassName,
    },
    pending: {
      label: dashboardStrings.pendingRequests,
      nouns,
      order: 'newest first',
      empty: 'All photo requests have been processed. There are no pending requests at the moment.',
      Icon: CircleCheck,
      gridClassName: cardGridClassName,
    },
  },
  skeletons: {
    label: 'Loading photos',
    count: 3,
    imageClassName: 'aspect-4/3',
    lines: ['h-5 w-3/5', 'mt-2 h-5 w-4/5', 'mt-2 h-5 w-1/2', 'mt-5 h-11 rounded-full'],
  },
  loadFailed: dashboardStrings.fetchSnapshotsFailed,
  oldNote: dashboardStrings.fetchSnapshotsFailed,
  questions: {
    approve: {
      text: (one) =>
        one
          ? `${introduce(one)}Everyone will be able to see it on the site.`
          : 'Everyone will be able to see them on the site.',
      failure: 'Failed to approve snapshot. Please try again.',
    },
    reject: {
      text: (one) =>
        one
          ? `${introduce(one)}It won’t be shown. It can be restored for 30 days.`
          : 'They won’t be shown. They can be restored for 30 days.',
      failure: 'Failed to reject snapshot. Please try again.',
    },
    delete: {
      text: (one) =>
        one
          ? `${introduce(one)}It disappears from the site. It can be restored for 30 days.`
          : 'They disappear from the site. They can be restored for 30 days.',
      failure: 'Failed to delete snapshot. Please try again.',
    },
  },
  reasonHint: 'We email this to the sender.',
  dialogWidth: 'photo',
  titleOf: senderOf,
  bylineOf: (one) => `by ${senderOf(one)}`,
  Media: ReviewPhotos,
  // A fixed height on large screens keeps the layout stable.
  mediaClassName: 'max-h-[52dvh] md:h-[min(52dvh,34rem)] md:max-h-none',
  aspectOf: ({ picture }) => (picture?.width && picture.height ? `${picture.width} / ${picture.height}` : '4 / 3'),
  asideOf: (one) => hasSimilarPhotos(one) && <SimilarPhotos key={one.id} snapshot={one} />,
  Details: PhotoDetails,
  decideAll: decideTogether,
};

function PhotoDetails({ item }: { item: ModeratedSnapshot }) {
  return (
    <>
      <Facts
        className="mt-5 grid-cols-2 gap-y-3 lg:grid-cols-4"
        facts={[
          ['First Name', item.first_name],
          ['Last Name', item.last_name],
          [dashboardStrings.location, item.location, 'max-sm:col-span-2'],
          [strings.emailAddress, item.email, 'max-sm:col-span-2'],
          ['Comment', <LinkedText key="comment" text={item.comment || '–'} byVisitor />, 'col-span-full'],
        ]}
      />
      <SenderHistory snapshot={item} />
    </>
  );
}
