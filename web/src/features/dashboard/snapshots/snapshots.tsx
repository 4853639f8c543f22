/** Lists of submitted photos for moderators. */
import type { ModeratedSnapshot, SnapshotLists } from '@site/proto/submissions/v1/snapshots.responses';
import { CircleCheck, Images } from 'lucide-react';
import { AdminImage } from '@/dashboard-kit/admin-image.js';
import { cardGridClassName } from '@/dashboard-kit/list/paged-list.js';
import type { ReviewKind } from '@/dashboard-kit/review/review.js';
import { approvalHindrance, requestListsOf } from '@/dashboard-kit/review/submission-lists.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { decideTogether } from './decide-together.js';

const intervalsMs = { processing: 2_000, idle: 15_000, otherwise: 60_000 };

export const snapshots = requestListsOf<ModeratedSnapshot, SnapshotLists>({
  kind: 'snapshot',
  itemsOf: (data, state) => data[`${state}Snapshots`],
  refreshMs: (lists) => {
    const pending = lists?.pending.items ?? [];
    if (pending.some(({ picture }) => picture?.state === 'processing')) return intervalsMs.processing;
    return pending.length === 0 ? intervalsMs.idle : intervalsMs.otherwise;
  },
});

export const senderOf = ({ first_name: first, last_name: last }: ModeratedSnapshot) => `${first} ${last}`.trim();

/** Returns why the photo can't be approved yet; undefined if it can. */
export const hindranceOf = ({ picture }: ModeratedSnapshot) => approvalHindrance('picture', picture);

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
  decideAll: decideTogether,
};

interface SnapshotPhotoProps {
  snapshot: ModeratedSnapshot;
  cssPixels: number;
  fit: 'cover' | 'contain';
}

/** Fills its box, which must be positioned. */
export function SnapshotPhoto({ snapshot, cssPixels, fit }: SnapshotPhotoProps) {
  return (
    <span className="absolute inset-0">
      <AdminImage
        image={snapshot.picture}
        src={snapshot.file}
        alt={`Photo from ${snapshot.location} by ${senderOf(snapshot)}`}
        cssPixels={cssPixels}
        fit={fit}
        className="size-full"
      />
    </span>
  );
}
