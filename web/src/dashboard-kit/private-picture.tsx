import { queryOptions, useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useCallback, useRef, type RefObject } from 'react';
import { requestBlob } from '../api/api.js';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { useNearViewport } from '../ui/near-viewport.js';
import { focusOf, type PictureSource } from '../ui/picture.js';

/**
 * A picture that only moderators may see. An <img> can't send the bearer token, so the bytes are fetched and shown from
 * a blob: URL, which is revoked when the picture leaves the screen.
 */

/** Cached this long after it was last shown, so that going back and forth doesn't fetch it again. */
const keptForMs = 60_000;

/** Loads pictures this far ahead: a long list must not fetch a hundred at a time. */
const fetchAheadPx = 300;

/** Bytes of a private picture, which are immutable at their address. */
export const privatePictureQuery = (src: string) =>
  queryOptions({
    queryKey: ['admin', 'picture', src],
    queryFn: ({ signal }) => requestBlob(src, signal),
    staleTime: Infinity,
    gcTime: keptForMs,
  });

/** Returns the smallest size that fills `cssPixels` on this screen, or the largest available. */
export function sizeFor(picture: PictureSource, cssPixels: number) {
  const wanted = cssPixels * (globalThis.devicePixelRatio || 1);
  const webp = picture.sizes.filter(({ type }) => type === 'image/webp');
  const sizes = webp.length > 0 ? webp : picture.sizes;
  return sizes.find(({ width }) => width >= wanted) ?? sizes.at(-1);
}

interface PrivatePictureProps {
  picture: PictureSource;
  /** Approximate display width. */
  cssPixels: number;
  alt: string;
  className?: string;
}

/** Requires a key per picture, so that each gets its own observer. */
export function PrivatePicture({ picture, cssPixels, alt, className }: PrivatePictureProps) {
  const place = useRef<HTMLSpanElement>(null);
  const near = useNearViewport(place, fetchAheadPx);
  const size = sizeFor(picture, cssPixels);
  const bytes = useQuery({ ...privatePictureQuery(size?.src ?? ''), enabled: near && size !== undefined });
  if (bytes.isError) return <NotLoaded onRetry={() => void bytes.refetch()} />;
  if (!bytes.data) return <Waiting picture={picture} alt={alt} place={place} className={className} />;
  return <FromMemory bytes={bytes.data} picture={picture} alt={alt} className={className} />;
}

type FromMemoryProps = Pick<PrivatePictureProps, 'picture' | 'alt' | 'className'> & { bytes: Blob };

function FromMemory({ bytes, picture, alt, className }: FromMemoryProps) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return;
      const url = URL.createObjectURL(bytes);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [bytes],
  );
  const { width, height } = picture;
  return <img ref={show} alt={alt} width={width} height={height} style={focusOf(picture)} className={className} />;
}

type WaitingProps = Pick<PrivatePictureProps, 'picture' | 'alt' | 'className'> & {
  place: RefObject<HTMLSpanElement | null>;
};

function Waiting({ picture, alt, place, className }: WaitingProps) {
  const { placeholder } = picture;
  return (
    <span
      ref={place}
      role="img"
      aria-label={alt}
      aria-busy="true"
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
      className={classNames('block bg-cover bg-center', !placeholder && 'skeleton rounded-none', className)}
    />
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <span className="absolute inset-0 flex flex-col items-center justify-center gap-2 bg-surface-raised p-3 text-center text-ink-soft">
      <ImageOff aria-hidden="true" size={28} />
      <span>We couldn’t load the picture.</span>
      {/* Stacked above the button that covers a card's picture. */}
      <Button tone="secondary" size="small" className="relative z-10" onClick={onRetry}>
        Try again
      </Button>
    </span>
  );
}
