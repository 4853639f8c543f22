import type { VideoAttributes } from '@site/domain/content/rich-text';
import { videoProviders } from '@site/domain/content/videos';
import type { PictureSource } from '../../ui/picture.js';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../ui/class-names.js';
import { OutsideLink } from '../../ui/outside-link.js';
import { isShowable, Picture } from '../../ui/picture.js';
import { useTakenOver } from '../../ui/taken-over.js';

interface VideoEmbedProps {
  video: VideoAttributes;
  /** The chosen poster. */
  picture: PictureSource | undefined;
}

const frameLook = 'relative block aspect-video w-full overflow-hidden rounded-lg';

/** A poster that loads the provider's player on click. Until then, the provider learns nothing about the reader. */
export function VideoEmbed({ video: { provider, id, title }, picture }: VideoEmbedProps) {
  const canPlay = useTakenOver();
  const [isPlaying, setIsPlaying] = useState(false);
  const { name, player, page } = videoProviders[provider];
  const words = title || `${name} video`;
  const poster = <VideoPoster name={name} picture={picture} />;
  return (
    <figure>
      {isPlaying ? (
        <iframe
          src={player(id)}
          title={words}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          // The button that had the focus is gone.
          ref={(frame) => frame?.focus()}
          className={frameLook}
        />
      ) : canPlay ? (
        <button type="button" onClick={() => setIsPlaying(true)} aria-label={`Play: ${words}`} className={frameLook}>
          {poster}
        </button>
      ) : (
        <a href={page(id)} rel="noopener noreferrer" aria-label={`${words} on ${name}`} className={frameLook}>
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
  picture: PictureSource | undefined;
}

/** Also shown in the editor. */
export function VideoPoster({ name, picture }: VideoPosterProps) {
  const hasPicture = isShowable(picture);
  return (
    <>
      {hasPicture ? (
        <Picture
          picture={picture}
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
          hasPicture ? 'text-white' : 'text-ink',
        )}
      >
        <span className="flex size-16 items-center justify-center rounded-full bg-sky text-on-sky">
          <Play aria-hidden="true" size={28} className="ml-1" />
        </span>
        {!hasPicture && <span className="font-semibold">{name} video</span>}
      </span>
    </>
  );
}
