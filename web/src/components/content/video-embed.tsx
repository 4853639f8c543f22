import type { VideoAttributes } from '@site/domain/content/rich-text';
import { videoProviders } from '@site/domain/content/videos';
import type { ImageSource } from '@/ui/image.js';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '@/ui/class-names.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { isShowable, ResponsiveImage } from '@/ui/image.js';
import { useTakenOver } from '@/ui/hydration.js';

interface VideoEmbedProps {
  video: VideoAttributes;
  /** The chosen poster. */
  image: ImageSource | undefined;
}

const frameClassName = 'relative block aspect-video w-full overflow-hidden rounded-lg';

/** A poster that loads the provider's player on click. Until then, the provider learns nothing about the reader. */
export function VideoEmbed({ video: { provider, id, title }, image }: VideoEmbedProps) {
  const canPlay = useTakenOver();
  const [isPlaying, setIsPlaying] = useState(false);
  const { name, player, page } = videoProviders[provider];
  const label = title || `${name} video`;
  const poster = <VideoPoster name={name} image={image} />;
  return (
    <figure>
      {isPlaying ? (
        <iframe
          src={player(id)}
          title={label}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          // The button that had the focus is gone.
          ref={(frame) => frame?.focus()}
          className={frameClassName}
        />
      ) : canPlay ? (
        <button
          type="button"
          onClick={() => setIsPlaying(true)}
          aria-label={`Play: ${label}`}
          className={frameClassName}
        >
          {poster}
        </button>
      ) : (
        <a href={page(id)} rel="noopener noreferrer" aria-label={`${label} on ${name}`} className={frameClassName}>
          {poster}
        </a>
      )}
      <figcaption className="mt-2 text-sm text-ink-soft">
        {title && <span className="block text-ink">{title}</span>}
        <OutsideLink href={page(id)}>Watch on {name}</OutsideLink>
        <span className="needs-script">. Playing it here loads it from {name}.</span>
      </figcaption>
    </figure>
  );
}

interface VideoPosterProps {
  name: string;
  image: ImageSource | undefined;
}

/** Also shown in the editor. */
export function VideoPoster({ name, image }: VideoPosterProps) {
  const hasImage = isShowable(image);
  return (
    <>
      {hasImage ? (
        <ResponsiveImage
          image={image}
          alt=""
          sizes="(min-width: 768px) 720px, 100vw"
          className="absolute inset-0 size-full"
        />
      ) : (
        <span className="absolute inset-0 bg-surface-raised ring-1 ring-line ring-inset" />
      )}
      <span
        className={classNames(
          'absolute inset-0 flex flex-col items-center justify-center gap-3 p-4 text-center',
          hasImage ? 'text-white' : 'text-ink',
        )}
      >
        <span className="flex size-16 items-center justify-center rounded-full bg-sky text-on-sky">
          <Play aria-hidden="true" size={28} className="ml-1" />
        </span>
        {!hasImage && <span className="font-semibold">{name} video</span>}
      </span>
    </>
  );
}
