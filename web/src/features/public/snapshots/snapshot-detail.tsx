import type { Snapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError, request } from '@/api/api.js';
import { Button } from '@/ui/button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { LinkedText } from '@/ui/linked-text.js';
import { FallbackImage } from '@/ui/image.js';
import { Loading, Skeleton } from '@/ui/skeleton.js';
import { exampleSlides, slideAlt, toSlide, type Slide } from '@/components/content/slide.js';
import * as strings from '@/strings/public-strings.js';

/** Opens from a card or by `?id=`. */
export function SnapshotDetail() {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const handedOver = (location.state as { slide?: Slide } | null)?.slide;
  const id = search.get('id') ?? handedOver?.id;
  const available = handedOver?.id === id ? handedOver : exampleSlides.find((slide) => slide.id === id);
  const snapshot = useQuery({
    queryKey: ['snapshot', id],
    queryFn: async ({ signal }) =>
      (await request<Snapshot>(`/main/snapshot/${encodeURIComponent(id ?? '')}`, { signal })).data,
    enabled: Boolean(id) && !available,
  });
  if (!id) return null;
  const slide = available ?? (snapshot.data && toSlide(snapshot.data));
  const close = () => void navigate('/snapshots', { replace: true });
  return (
    <Dialog
      open
      onClose={close}
      width="photo"
      title={slide ? slide.author : 'Snapshot'}
      description={slide && <Place slide={slide} />}
    >
      {slide ? (
        <Photo slide={slide} />
      ) : snapshot.error ? (
        <Missing error={snapshot.error} onRetry={() => void snapshot.refetch()} />
      ) : (
        <Loading label="Loading photo">
          <Skeleton className="aspect-4/3 w-full rounded-md" />
        </Loading>
      )}
    </Dialog>
  );
}

function Place({ slide }: { slide: Slide }) {
  if (slide.isExample) return <>{strings.example}</>;
  if (!slide.location) return null;
  return (
    <span className="inline-flex max-w-full items-start gap-1.5 wrap-anywhere">
      <MapPin aria-hidden="true" size={16} className="mt-1 shrink-0" />
      <span className="min-w-0">{slide.location}</span>
    </span>
  );
}

function Photo({ slide }: { slide: Slide }) {
  return (
    <figure>
      <FallbackImage
        image={slide.imageInfo}
        src={slide.image}
        alt={slideAlt(slide)}
        sizes="(min-width: 960px) 912px, 92vw"
        fit="contain"
        priority
        className="max-h-[70dvh] w-full rounded-md bg-surface-raised"
      />
      {slide.text && (
        <figcaption className="mt-4 max-w-[65ch] text-lg whitespace-pre-line wrap-anywhere">
          <LinkedText byVisitor text={slide.text} />
        </figcaption>
      )}
    </figure>
  );
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return <p>This photo isn’t on the site, or has been removed.</p>;
  }
  return (
    <>
      <p role="alert">We couldn’t load the photo. {error.message}</p>
      <Button tone="secondary" className="mt-4" onClick={onRetry}>
        Try again
      </Button>
    </>
  );
}
