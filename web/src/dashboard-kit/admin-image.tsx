import { pdfType } from '@site/domain/images/image-limits';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText, Hourglass, ImageOff, type LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useRef } from 'react';
import { request, requestBlob } from '../api/api.js';
import { isSignedOut } from '../components/session/signed-out.js';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { useNearViewport } from '../ui/near-viewport.js';
import { getFocalClassName, isShowable, ResponsiveImage, type ImageSource } from '../ui/image.js';

/** A picture in the dashboard's API. */
interface StoredImage extends ImageSource {
  /** Why it can't be shown; empty otherwise. */
  rejected_because?: string;
  retry_id?: string;
}

const privatePrefix = '/media/pending/';

interface AdminImageProps {
  image: StoredImage | null;
  /** Fallback address without known sizes. */
  src: string | null;
  alt: string;
  cssPixels: number;
  fit?: 'cover' | 'contain';
  /** Shown without a picture. */
  fallback?: ReactNode;
  className?: string;
}

/** Shows a picture in any state: processing, rejected, private or public. */
export function AdminImage(props: AdminImageProps) {
  const { image, src, alt, cssPixels, fit = 'contain', fallback, className } = props;
  if (image?.state === 'processing') return <ImageNote Icon={Hourglass}>The picture is being prepared…</ImageNote>;
  if (image?.state === 'rejected') {
    return <ImageNote Icon={ImageOff}>{image.rejected_because || 'The picture can’t be shown.'}</ImageNote>;
  }
  if (image?.state === 'failed') {
    return (
      <ImageNote Icon={ImageOff}>
        <ImageFailure image={image} />
      </ImageNote>
    );
  }
  if (image?.sizes.some(({ type }) => type === pdfType)) return <ImageNote Icon={FileText}>PDF file</ImageNote>;
  const imageClassName = classNames(fit === 'cover' ? 'object-cover' : 'object-contain', className);
  if (!isShowable(image)) {
    if (src) return <img src={src} alt={alt} className={imageClassName} />;
    return fallback ?? <ImageNote Icon={ImageOff}>There is no picture.</ImageNote>;
  }
  if (image.sizes.some((size) => size.src.startsWith(privatePrefix))) {
    return (
      <PrivateImage
        key={image.sizes[0]?.src}
        image={image}
        cssPixels={cssPixels}
        alt={alt}
        className={imageClassName}
      />
    );
  }
  return <ResponsiveImage image={image} alt={alt} sizes={`${cssPixels}px`} fit={fit} className={className} />;
}

/** The reason for a failed picture, with a retry button. */
export function ImageFailure({ image, noun = 'picture' }: { image: StoredImage; noun?: string }) {
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: async (id: string) =>
      void (await request(`/admin/main/pictures/${encodeURIComponent(id)}/retry`, { method: 'POST' })),
    // Reload everything that shows the picture, on errors too: another user may have been faster.
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  });
  return (
    <>
      {retry.isError ? (
        // Replaces the reason: two error messages in a row would look like a repetition.
        <span role="alert" className="block text-danger">
          That didn’t work. Try again.
        </span>
      ) : (
        <span className="line-clamp-4" title={image.rejected_because}>
          {image.rejected_because || `The ${noun} couldn’t be prepared.`}
        </span>
      )}
      {image.retry_id && (
        // Stacked above the button that covers a card's picture.
        <Button
          tone="secondary"
          size="small"
          className="relative z-10 mt-2"
          onClick={() => retry.mutate(image.retry_id ?? '')}
          busyLabel={retry.isPending && 'Trying again…'}
        >
          Try again
        </Button>
      )}
    </>
  );
}

function ImageNote({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="flex size-full flex-col items-center justify-center gap-2 p-4 text-center text-ink-soft">
      <Icon aria-hidden="true" size={28} />
      <span className="w-full min-w-0 wrap-anywhere">{children}</span>
    </span>
  );
}

/** Polling interval while a picture is being processed. */
export const imagePollIntervalMs = 2_000;
export const isInWork = (image: ImageSource | null | undefined) => image?.state === 'processing';

interface ListState {
  data: { pages: { data: unknown }[] } | undefined;
  error: Error | null;
}

/** A `refetchInterval` that polls a list while one of its pictures is being processed. */
export function whilePreparing({ state: { data, error } }: { state: ListState }): number | false {
  const items = data?.pages.flatMap((page) => page.data) as ({ picture?: ImageSource | null } | null)[] | undefined;
  return !isSignedOut(error) && Boolean(items?.some((item) => isInWork(item?.picture))) && imagePollIntervalMs;
}

/** Cached this long after it was last shown, so that going back and forth doesn't fetch it again. */
const cacheTimeMs = 60_000;

/** Loads pictures this far ahead: a long list must not fetch a hundred at a time. */
const fetchAheadPx = 300;

/** Bytes of a private picture, which are immutable at their address. */
const privateImageQuery = (src: string) =>
  queryOptions({
    queryKey: ['admin', 'picture', src],
    queryFn: ({ signal }) => requestBlob(src, signal),
    staleTime: Infinity,
    gcTime: cacheTimeMs,
  });

/** Returns the smallest size that fills `cssPixels` on this screen, or the largest available. */
export function sizeFor(image: ImageSource, cssPixels: number) {
  const targetWidth = cssPixels * (globalThis.devicePixelRatio || 1);
  const webp = image.sizes.filter(({ type }) => type === 'image/webp');
  const sizes = webp.length > 0 ? webp : image.sizes;
  return sizes.find(({ width }) => width >= targetWidth) ?? sizes.at(-1);
}

interface PrivateImageProps {
  image: ImageSource;
  cssPixels: number;
  alt: string;
  className?: string;
}

/**
 * A picture that only moderators may see. An <img> can't send the bearer token, so the bytes are fetched and shown from
 * a blob: URL, which is revoked when the picture leaves the screen. Requires a key per picture, so that each gets its
 * own observer.
 */
function PrivateImage({ image, cssPixels, alt, className }: PrivateImageProps) {
  const place = useRef<HTMLSpanElement>(null);
  const near = useNearViewport(place, fetchAheadPx);
  const size = sizeFor(image, cssPixels);
  const bytes = useQuery({ ...privateImageQuery(size?.src ?? ''), enabled: near && size !== undefined });
  if (bytes.isError) return <NotLoaded onRetry={() => void bytes.refetch()} />;
  if (!bytes.data) return <Waiting image={image} alt={alt} place={place} className={className} />;
  return <FromMemory bytes={bytes.data} image={image} alt={alt} className={className} />;
}

type FromMemoryProps = Pick<PrivateImageProps, 'image' | 'alt' | 'className'> & { bytes: Blob };

function FromMemory({ bytes, image, alt, className }: FromMemoryProps) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return;
      const url = URL.createObjectURL(bytes);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [bytes],
  );
  const { width, height } = image;
  return (
    <img
      ref={show}
      alt={alt}
      width={width}
      height={height}
      className={classNames(getFocalClassName(image), className)}
    />
  );
}

type WaitingProps = Pick<PrivateImageProps, 'image' | 'alt' | 'className'> & {
  place: RefObject<HTMLSpanElement | null>;
};

function Waiting({ image, alt, place, className }: WaitingProps) {
  const { placeholder } = image;
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
