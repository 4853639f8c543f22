/** Responsive images with a placeholder, focal point and fallback. */
import type { ImageSize, ImageInfo as ImageSource } from '@site/proto/images/v1/images.responses';
import { useState, type ReactNode } from 'react';
import { classNames } from './class-names.js';
import { useTakenOver } from './hydration.js';

export type { ImageSource };

interface ResponsiveImageProps {
  image: ImageSource;
  alt: string;
  /** Displayed width, as HTML's `sizes` attribute. */
  sizes: string;
  /** Crops to its box ('cover'), or shows all of it ('contain'). */
  fit?: 'cover' | 'contain';
  /** Above the fold: loads eagerly. */
  priority?: boolean;
  /** Background until it has loaded. */
  ground?: string;
  className?: string;
}

/** Shows the right size for the screen and a blurred placeholder while loading, without layout shifts. */
export function ResponsiveImage(props: ResponsiveImageProps) {
  const { image, alt, sizes, fit = 'cover', priority = false, ground = 'bg-surface-raised', className } = props;
  // The security policy ignores style attributes in the server's markup.
  const isTakenOver = useTakenOver();
  const [loaded, setLoaded] = useState(false);
  const webp = image.sizes.filter((size) => size.type === 'image/webp');
  const fallback = image.sizes.filter((size) => size.type !== 'image/webp');
  const defaultSize = fallback.at(-1) ?? webp.at(-1);
  if (!defaultSize) return null;
  const showsPlaceholder = isTakenOver && !loaded && fit === 'cover' && image.placeholder !== '';
  return (
    <picture className="contents">
      {/* Hidden: where the picture has no box, a source would become an item of its row. */}
      {webp.length > 0 && <source className="hidden" type="image/webp" srcSet={srcSet(webp)} sizes={sizes} />}
      <img
        src={defaultSize.src}
        srcSet={srcSet(fallback) || undefined}
        sizes={sizes}
        width={image.width || defaultSize.width}
        height={image.height || defaultSize.height}
        alt={alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        // A cached picture may be complete before React attaches its listener.
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0) setLoaded(true);
        }}
        onLoad={() => setLoaded(true)}
        style={showsPlaceholder ? { backgroundImage: `url("${image.placeholder}")` } : undefined}
        className={classNames(
          'bg-cover bg-center',
          fit === 'cover' ? classNames('object-cover', getFocalClassName(image)) : 'object-contain',
          !loaded && !showsPlaceholder && ground,
          className,
        )}
      />
    </picture>
  );
}

/** The steps of the style sheet's focal points, in percent. */
const focalStep = 5;

/** Returns classes that crop around the focal point (styles.css); undefined without one. */
export function getFocalClassName({ focal }: Pick<ImageSource, 'focal'>): string | undefined {
  const [x, y] = focal?.map((share) => Math.round((share * 100) / focalStep) * focalStep) ?? [];
  return focal && `focal-x-${x} focal-y-${y}`;
}

function srcSet(sizes: ImageSize[]): string {
  return sizes.map((size) => `${size.src} ${size.width}w`).join(', ');
}

export function isShowable(image: ImageSource | null | undefined): image is ImageSource {
  return image?.state === 'ready' && image.sizes.length > 0;
}

interface FallbackImageProps extends Omit<ResponsiveImageProps, 'image'> {
  image: ImageSource | null;
  /** URL of the original, used when no resized versions are known. */
  src: string | null;
  fallback?: ReactNode;
}

/** A picture that may be missing, or known by its URL alone. */
export function FallbackImage({ image, src, fallback = null, ...visible }: FallbackImageProps) {
  if (isShowable(image)) return <ResponsiveImage {...visible} image={image} />;
  if (!src) return fallback;
  const { alt, fit = 'cover', priority, className } = visible;
  return (
    <img
      src={src}
      alt={alt}
      loading={priority ? 'eager' : 'lazy'}
      className={classNames(fit === 'cover' ? 'object-cover' : 'object-contain', className)}
    />
  );
}

/** Like a stored picture, but also shows the fallback when loading fails. */
export function SafeImage({ fallback, ...image }: FallbackImageProps) {
  const [broken, setBroken] = useState(false);
  if (broken) return fallback;
  return (
    <span className="contents" onErrorCapture={() => setBroken(true)}>
      <FallbackImage {...image} fallback={fallback} />
    </span>
  );
}

/**
 * A logo in its own proportions; shows the fallback without one or when loading fails. Most are transparent, so their
 * background never depends on loading, which goes unnoticed without scripts.
 */
export function Logo(logo: Omit<FallbackImageProps, 'fit' | 'ground'>) {
  return <SafeImage {...logo} fit="contain" ground="" />;
}
