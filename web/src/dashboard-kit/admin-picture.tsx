import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Hourglass, ImageOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { request } from '../api/api.js';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { isShowable, Picture, type PictureSource } from '../ui/picture.js';
import { PrivatePicture } from './private-picture.js';

/** A picture in the dashboard's API. */
export interface StoredImage extends PictureSource {
  /** Why it can't be shown; empty otherwise. */
  rejected_because?: string;
  /** Retries a failed picture. */
  retry_id?: string;
}

/** Address prefix of private pictures. */
const privatePrefix = '/media/pending/';

interface AdminPictureProps {
  picture: StoredImage | null;
  /** Fallback address without known sizes. */
  src: string | null;
  alt: string;
  /** Approximate display width. */
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
    networkMode: 'always',
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

/** Stands in for a picture. */
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
