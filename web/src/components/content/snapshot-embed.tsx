import type { Snapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { publicQuery } from '@/api/public-query.js';
import { Skeleton } from '@/ui/skeleton.js';
import { slideAlt, toSlide } from './slide.js';
import { FallbackImage } from '@/ui/image.js';

/** Shows a note if the photo has been removed. */
export function SnapshotEmbed({ id }: { id: string }) {
  const query = publicQuery<Snapshot>(['snapshot', id], `/main/snapshot/${encodeURIComponent(id)}`, 'loading a photo');
  const { data, isPending } = useQuery(query);
  if (isPending) return <Skeleton className="aspect-4/3 w-full rounded-lg" />;
  if (!data) return <p className="text-ink-soft">This photo is no longer available.</p>;
  const slide = toSlide(data);
  return (
    <figure>
      <Link to={`/snapshots?id=${encodeURIComponent(id)}`} state={{ slide }} className="block">
        <FallbackImage
          image={slide.imageInfo}
          src={slide.image}
          alt={slideAlt(slide)}
          sizes="(min-width: 768px) 720px, 100vw"
          className="aspect-4/3 w-full rounded-lg"
        />
      </Link>
      <figcaption className="mt-2 text-sm text-ink-soft">
        {[slide.text, `Photo: ${slide.author}${slide.location ? `, ${slide.location}` : ''}`]
          .filter(Boolean)
          .join(' · ')}
      </figcaption>
    </figure>
  );
}
