import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import type { SyntheticEvent } from 'react';
import { adminQuery } from '@/api/admin.js';
import { Ago } from '@/dashboard-kit/facts.js';
import { Button } from '@/ui/button.js';
import { Loading } from '@/ui/skeleton.js';
import { listAddress, senderOf, SnapshotPhoto } from './snapshots.js';

const maxPhotoWidth = 912;

const decode = ({ target }: SyntheticEvent) => {
  if (target instanceof HTMLImageElement) void target.decode().catch(() => undefined);
};

/** The other photos load behind the first, and keep their elements when they move to the front. */
export function ReviewPhotos({ items }: { items: ModeratedSnapshot[] }) {
  const cssPixels = Math.min(window.innerWidth, maxPhotoWidth);
  return (
    <>
      {items.map((snapshot, index) => (
        <div
          key={snapshot.id}
          className="absolute inset-0"
          onLoadCapture={decode}
          {...(index > 0 && { 'aria-hidden': true, style: { visibility: 'hidden' as const } })}
        >
          <SnapshotPhoto snapshot={snapshot} cssPixels={cssPixels} fit="contain" />
        </div>
      ))}
      {items.slice(0, 1).some(hasSimilarPhotos) && <DuplicateBadge />}
    </>
  );
}

export function DuplicateBadge() {
  return (
    <span className="pointer-events-none absolute top-3 left-3 inline-flex items-center gap-1.5 rounded-full bg-alert-moderate px-3 py-1 text-sm font-semibold text-on-alert-weak">
      <Copy aria-hidden="true" size={14} />
      Looks like an earlier photo
    </span>
  );
}

const similarPhotoPixels = 260;

/** Whether similar photos were submitted before. */
export const hasSimilarPhotos = ({ picture }: ModeratedSnapshot) => Boolean(picture?.duplicate_of?.length);

const similarPhotosQuery = ({ id }: ModeratedSnapshot) =>
  adminQuery<ModeratedSnapshot[]>(['look-alikes', id], `${listAddress}/look-alikes/${encodeURIComponent(id)}`);

export function SimilarPhotos({ snapshot }: { snapshot: ModeratedSnapshot }) {
  const found = useQuery(similarPhotosQuery(snapshot));
  return (
    <section aria-label="Similar photos" className="min-w-0">
      <h3 className="font-semibold">Looks like</h3>
      {found.isPending && <Loading label="Loading similar photos" count={1} each="mt-2 h-40 rounded-md" />}
      {found.isError && (
        <p role="alert" className="mt-2 text-ink-soft">
          We couldn’t load them.{' '}
          <Button tone="secondary" size="small" onClick={() => void found.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {found.data?.length === 0 && (
        <p className="mt-2 text-ink-soft">The earlier photo has been permanently deleted.</p>
      )}
      <ul className="mt-2 grid grid-cols-2 gap-3 md:grid-cols-1">
        {found.data?.map((one) => (
          <li key={one.id} className="min-w-0">
            <div className="relative aspect-4/3 overflow-hidden rounded-md bg-surface-raised">
              <SnapshotPhoto snapshot={one} cssPixels={similarPhotoPixels} fit="contain" />
            </div>
            <p className="mt-1 text-sm wrap-anywhere">
              <WhatBecame snapshot={one} />
            </p>
            <p className="text-sm wrap-anywhere text-ink-soft">
              Sent <Ago at={one.created_at} /> by {senderOf(one)}, {one.location}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const statusLabels = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' };

export function WhatBecame({
  snapshot: { status, decided_at: at, decided_by_name: name },
}: {
  snapshot: ModeratedSnapshot;
}) {
  return (
    <>
      <strong>{statusLabels[status]}</strong>
      {at && (
        <>
          {' '}
          <Ago at={at} />
        </>
      )}
      {name && ` by ${name}`}
    </>
  );
}
