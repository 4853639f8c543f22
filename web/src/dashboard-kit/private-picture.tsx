import { queryOptions, useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useCallback, useState } from 'react';
import { requestBlob } from '../api/api.js';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import type { PictureSource } from '../ui/picture.js';

/**
 * A picture that only moderators may see. An <img> cannot send the bearer token, so the bytes are fetched and shown from
 * memory under a blob: address, which is revoked when the picture leaves the screen.
 */

/** Kept this long after it was last shown, so that going back and forth does not fetch it again. */
const keptForMs = 60_000;

/** The bytes of a private picture. They never change under their address. */
export const privatePictureQuery = (src: string) =>
  queryOptions({
    queryKey: ['admin', 'picture', src],
    queryFn: ({ signal }) => requestBlob(src, signal),
    staleTime: Infinity,
    gcTime: keptForMs,
  });

/** The smallest size that fills `cssPixels` on this screen, else the largest there is. */
export function sizeFor(picture: PictureSource, cssPixels: number) {
  const wanted = cssPixels * (globalThis.devicePixelRatio || 1);
  const webp = picture.sizes.filter(({ type }) => type === 'image/webp');
  const sizes = webp.length > 0 ? webp : picture.sizes;
  return sizes.find(({ width }) => width >= wanted) ?? sizes.at(-1);
}

interface PrivatePictureProps {
  picture: PictureSource;
  /** About how wide it is shown. */
  cssPixels: number;
  alt: string;
  className?: string;
}

export function PrivatePicture({ picture, cssPixels, alt, className }: PrivatePictureProps) {
  const [near, watch] = useNearViewport();
  const size = sizeFor(picture, cssPixels);
  const bytes = useQuery({ ...privatePictureQuery(size?.src ?? ''), enabled: near && size !== undefined });
  if (bytes.isError) return <NotLoaded onRetry={() => void bytes.refetch()} />;
  if (!bytes.data) return <Waiting picture={picture} alt={alt} watch={watch} className={className} />;
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
  return <img ref={show} alt={alt} width={picture.width} height={picture.height} className={className} />;
}

type WaitingProps = Pick<PrivatePictureProps, 'picture' | 'alt' | 'className'> & {
  watch: (element: HTMLElement | null) => (() => void) | undefined;
};

function Waiting({ picture, alt, watch, className }: WaitingProps) {
  const { placeholder } = picture;
  return (
    <span
      ref={watch}
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
      <span>The picture could not be loaded.</span>
      {/* Above the button that covers a card's picture. */}
      <Button tone="secondary" size="small" className="relative z-10" onClick={onRetry}>
        Try again
      </Button>
    </span>
  );
}

/** A long list must not fetch a hundred pictures at once: true once the element is about to be seen, and from then on. */
function useNearViewport() {
  const [near, setNear] = useState(() => !('IntersectionObserver' in globalThis));
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element || !('IntersectionObserver' in globalThis)) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      {
        rootMargin: '300px',
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [near, watch] as const;
}
