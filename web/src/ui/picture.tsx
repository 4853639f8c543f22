import type { PictureSize, Picture as PictureSource } from '@site/proto/pictures/v1/pictures.answers';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { classNames } from './class-names.js';

export type { PictureSource };

interface PictureProps {
  picture: PictureSource;
  alt: string;
  /** How wide it is shown, as the `sizes` attribute of HTML. */
  sizes: string;
  /** Fills its box and is cut to it ('cover'), or is shown whole ('contain'). */
  fit?: 'cover' | 'contain';
  /** Above the fold: loaded at once. */
  priority?: boolean;
  className?: string;
}

/** Shows the right size for the screen, a blurred placeholder until it has loaded, and moves nothing when it does. */
export function Picture({ picture, alt, sizes, fit = 'cover', priority = false, className }: PictureProps) {
  const [loaded, setLoaded] = useState(false);
  const webp = picture.sizes.filter((size) => size.type === 'image/webp');
  const fallback = picture.sizes.filter((size) => size.type !== 'image/webp');
  const largest = fallback.at(-1) ?? webp.at(-1);
  if (!largest) return null;
  const showsPlaceholder = !loaded && fit === 'cover' && picture.placeholder !== '';
  const style = {
    ...focusOf(picture, fit),
    ...(showsPlaceholder && { backgroundImage: `url("${picture.placeholder}")` }),
  };
  return (
    <picture className="contents">
      {/* Hidden: where the picture has no box of its own, a source would be an item of the row that it stands in. */}
      {webp.length > 0 && <source className="hidden" type="image/webp" srcSet={srcSet(webp)} sizes={sizes} />}
      <img
        src={largest.src}
        srcSet={srcSet(fallback) || undefined}
        sizes={sizes}
        width={picture.width || largest.width}
        height={picture.height || largest.height}
        alt={alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        // A picture from the browser's cache may be complete before React listens.
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0) setLoaded(true);
        }}
        onLoad={() => setLoaded(true)}
        style={style}
        className={classNames(
          'bg-cover bg-center',
          fit === 'cover' ? 'object-cover' : 'object-contain',
          !loaded && !showsPlaceholder && 'bg-surface-raised',
          className,
        )}
      />
    </picture>
  );
}

/** Where a picture is cut, so that what matters in it stays; the middle where nobody said. */
export function focusOf({ focal }: Pick<PictureSource, 'focal'>, fit: 'cover' | 'contain' = 'cover'): CSSProperties {
  if (!focal || fit !== 'cover') return {};
  return { objectPosition: focal.map((share) => `${Math.round(share * 100)}%`).join(' ') };
}

function srcSet(sizes: PictureSize[]): string {
  return sizes.map((size) => `${size.src} ${size.width}w`).join(', ');
}

/** True when there is something to show. */
export function isShowable(picture: PictureSource | null | undefined): picture is PictureSource {
  return picture?.state === 'ready' && picture.sizes.length > 0;
}

interface StoredPictureProps extends Omit<PictureProps, 'picture'> {
  picture: PictureSource | null;
  /** The URL beside the picture, used when no sizes are known. */
  src: string | null;
  /** What stands there when there is neither. */
  fallback?: ReactNode;
}

/** A picture that may not be there, or be known by its address alone. */
export function StoredPicture({ picture, src, fallback = null, ...shown }: StoredPictureProps) {
  if (isShowable(picture)) return <Picture {...shown} picture={picture} />;
  if (!src) return fallback;
  const { alt, fit = 'cover', priority, className } = shown;
  return (
    <img
      src={src}
      alt={alt}
      loading={priority ? 'eager' : 'lazy'}
      className={classNames(fit === 'cover' ? 'object-cover' : 'object-contain', className)}
    />
  );
}

/** As a stored picture; the fallback also takes its place when it fails to load. */
export function SurePicture({ fallback, ...picture }: StoredPictureProps) {
  const [broken, setBroken] = useState(false);
  if (broken) return fallback;
  return (
    <span className="contents" onErrorCapture={() => setBroken(true)}>
      <StoredPicture {...picture} fallback={fallback} />
    </span>
  );
}

/** A logo in its own proportions; the fallback takes its place until there is one, and when it fails to load. */
export function Logo(logo: Omit<StoredPictureProps, 'fit'>) {
  return <SurePicture {...logo} fit="contain" />;
}
