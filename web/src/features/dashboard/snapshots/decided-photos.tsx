/** Earlier decisions on photos: all of them, and those on one sender's. */
import type { ModeratedSnapshot, SenderHistory as History } from '@site/proto/submissions/v1/snapshots.responses';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Images, SearchX } from 'lucide-react';
import { adminQuery } from '@/api/admin.js';
import { CardSkeletons, PagedList } from '@/dashboard-kit/list/paged-list.js';
import { pagedQuery } from '@/dashboard-kit/list/queries.js';
import { Ago, Details } from '@/dashboard-kit/facts.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { WhatBecame } from './review-photos.js';
import { listAddress, senderOf, SnapshotPhoto } from './snapshots.js';

const thumbnailPixels = 112;

/** Photos with the decisions on them. */
function PastPhotos({ label, photos }: { label: string; photos: ModeratedSnapshot[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {photos.map((one) => (
        <li key={one.id} className="flex gap-4 py-3">
          <span className="relative block aspect-4/3 w-28 shrink-0 self-start overflow-hidden rounded-md bg-surface-raised">
            <SnapshotPhoto snapshot={one} cssPixels={thumbnailPixels} fit="cover" />
          </span>
          <span className="min-w-0 wrap-anywhere">
            <span className="block text-ink">
              <WhatBecame snapshot={one} />
            </span>
            {one.reject_reason && <span className="block">Reason: {one.reject_reason}</span>}
            <span className="block text-sm text-ink-soft">
              Sent <Ago at={one.created_at} /> by {senderOf(one)} ({one.email}), {one.location}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const decisionsQuery = (searchText: string) =>
  pagedQuery<ModeratedSnapshot>(['admin', 'decisions', searchText], `${listAddress}/decisions`, {
    limit: '50',
    ...(searchText && { q: searchText }),
  });

/** All decisions until their photos are permanently deleted. */
export function DecisionList({ searchText }: { searchText: string }) {
  const decisions = useInfiniteQuery({
    ...decisionsQuery(searchText),
    refetchOnMount: 'always',
    placeholderData: (last) => last,
  });
  return (
    <PagedList
      query={decisions}
      failure="We couldn’t load the decisions. Try again."
      placeholder={<CardSkeletons label="Loading the decisions" count={3} className="grid gap-4" lines={['h-16']} />}
      empty={
        searchText ? (
          <EmptyState Icon={SearchX}>No decisions match “{searchText}”.</EmptyState>
        ) : (
          <EmptyState Icon={Images}>No photos have been approved or rejected yet.</EmptyState>
        )
      }
      counted={{ nouns: ['decision', 'decisions'], order: 'latest first' }}
    >
      {(found) => (
        <div className="card px-4 py-1 md:px-6">
          <PastPhotos label="Decisions" photos={found} />
        </div>
      )}
    </PagedList>
  );
}

const historyQuery = ({ id }: ModeratedSnapshot) =>
  adminQuery<History>(['sender history', id], `${listAddress}/history/${encodeURIComponent(id)}`);

export function SenderHistory({ snapshot }: { snapshot: ModeratedSnapshot }) {
  const { data, isError } = useQuery(historyQuery(snapshot));
  if (isError) return <p className="mt-4 text-sm text-ink-soft">We couldn’t load the sender’s other photos.</p>;
  // Keeps the layout stable.
  if (!data) return <p className="mt-4 min-h-6" />;
  const { snapshots, approved, rejected, pending } = data;
  if (snapshots.length === 0)
    return <p className="mt-4 min-h-6 text-sm text-ink-soft">No other photos from this address.</p>;
  return (
    <div className="mt-4">
      <Details
        summary={`Other photos from this address: ${approved} approved, ${rejected} rejected, ${pending} pending`}
      >
        <PastPhotos label="Other photos from this address" photos={snapshots} />
      </Details>
    </div>
  );
}
