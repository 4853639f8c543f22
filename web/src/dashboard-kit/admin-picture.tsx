import { pdfType } from '@site/domain/pictures/picture-limits';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText, Hourglass, ImageOff, type LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useRef } from 'react';
import { request, requestBlob } from '../api/api.js';
import { isSignedOut } from '../domain/session/signed-out.js';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { useNearViewport } from '../ui/near-viewport.js';
import { focalLook, isShowable, Picture, type PictureSource } from '../ui/picture.js';

/** A picture in the dashboard's API. */
interface StoredImage extends PictureSource {
  /** Why it can't be shown; empty otherwise. */
  rejected_because?: string;
  retry_id?: string;
}

const privatePrefix = '/media/pending/';

interface AdminPictureProps {
  picture: StoredImage | null;
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
export function AdminPicture(props: AdminPictureProps) {
  const { picture, src, alt, cssPixels, fit = 'contain', fallback, className } = props;
  if (picture?.state === 'processing')
    return <PictureNote Icon={Hourglass}>The picture is being prepared…</PictureNote>;
  if (picture?.state === 'rejected') {
    return <PictureNote Icon={ImageOff}>{picture.rejected_because || 'The picture can’t be shown.'}</PictureNote>;
  }
  if (picture?.state === 'failed') {
    return (
      <PictureNote Icon={ImageOff}>
        <PictureFailure picture={picture} />
      </PictureNote>
    );
  }
  if (picture?.sizes.some(({ type }) => type === pdfType)) return <PictureNote Icon={FileText}>PDF file</PictureNote>;
  const look = classNames(fit === 'cover' ? 'object-cover' : 'object-contain', className);
  if (!isShowable(picture)) {
    if (src) return <img src={src} alt={alt} className={look} />;
    return fallback ?? <PictureNote Icon={ImageOff}>There is no picture.</PictureNote>;
  }
  if (picture.sizes.some((size) => size.src.startsWith(privatePrefix))) {
    return (
      <PrivatePicture key={picture.sizes[0]?.src} picture={picture} cssPixels={cssPixels} alt={alt} className={look} />
    );
  }
  return <Picture picture={picture} alt={alt} sizes={`${cssPixels}px`} fit={fit} className={className} />;
}

/** The reason for a failed picture, with a retry button. */
export function PictureFailure({ picture, noun = 'picture' }: { picture: StoredImage; noun?: string }) {
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: async (id: string) =>
      void (await request(`/admin/main/pictures/${encodeURIComponent(id)}/retry`, { method: 'POST' })),
    // Reload everything that shows the picture, on errors too: another user may have been faster.
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  });
  return (
    <>
      {again.isError ? (
        // Replaces the reason: two error messages in a row would look like a repetition.
        <span role="alert" className="block text-danger">
          That didn’t work. Try again.
        </span>
      ) : (
        <span className="line-clamp-4" title={picture.rejected_because}>
          {picture.rejected_because || `The ${noun} couldn’t be prepared.`}
        </span>
      )}
      {picture.retry_id && (
        // Stacked above the button that covers a card's picture.
        <Button
          tone="secondary"
          size="small"
          className="relative z-10 mt-2"
          onClick={() => again.mutate(picture.retry_id ?? '')}
          busyLabel={again.isPending && 'Trying again…'}
        >
          Try again
        </Button>
      )}
    </>
  );
}

function PictureNote({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="flex size-full flex-col items-center justify-center gap-2 p-4 text-center text-ink-soft">
      <Icon aria-hidden="true" size={28} />
      <span className="w-full min-w-0 wrap-anywhere">{children}</span>
    </span>
  );
}

/** Polling interval while a picture is being processed. */
export const pictureInWorkMs = 2_000;
export const isInWork = (picture: PictureSource | null | undefined) => picture?.state === 'processing';

interface ListState {
  data: { pages: { data: unknown }[] } | undefined;
  error: Error | null;
}

/** A `refetchInterval` that polls a list while one of its pictures is being processed. */
export function whilePreparing({ state: { data, error } }: { state: ListState }): number | false {
  const things = data?.pages.flatMap((page) => page.data) as ({ picture?: PictureSource | null } | null)[] | undefined;
  return !isSignedOut(error) && Boolean(things?.some((thing) => isInWork(thing?.picture))) && pictureInWorkMs;
}

/** Cached this long after it was last shown, so that going back and forth doesn't fetch it again. */
const keptForMs = 60_000;

/** Loads pictures this far ahead: a long list must not fetch a hundred at a time. */
const fetchAheadPx = 300;

/** Bytes of a private picture, which are immutable at their address. */
const privatePictureQuery = (src: string) =>
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
  cssPixels: number;
  alt: string;
  className?: string;
}

/**
 * A picture that only moderators may see. An <img> can't send the bearer token, so the bytes are fetched and shown from
 * a blob: URL, which is revoked when the picture leaves the screen. Requires a key per picture, so that each gets its
 * own observer.
 */
function PrivatePicture({ picture, cssPixels, alt, className }: PrivatePictureProps) {
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
  return (
    <img ref={show} alt={alt} width={width} height={height} className={classNames(focalLook(picture), className)} />
  );
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
