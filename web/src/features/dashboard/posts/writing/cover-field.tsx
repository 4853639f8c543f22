import type { MediaItem } from '@site/proto/content/v1/media.answers';
import type { EditedPost } from '@site/proto/content/v1/posts.answers';
import { useId, useRef, useState } from 'react';
import { AdminPicture } from '../../../../dashboard-kit/admin-picture.js';
import { MediaPicker } from '../../../../dashboard-kit/media/media-picker.js';
import { PostImage } from '../../../../domain/content/post-card.js';
import * as strings from '../../../../strings.js';
import { Button } from '../../../../ui/button.js';
import { FieldError } from '../../../../ui/forms/field.js';

interface CoverFieldProps {
  post: EditedPost;
  mediaId: string;
  media: ReadonlyMap<string, MediaItem>;
  error: string | undefined;
  /** Undefined for no picture. */
  onChange: (item: MediaItem | undefined) => void;
}

/** The post's cover picture, from the library. */
export function CoverField({ post, mediaId, media, error, onChange }: CoverFieldProps) {
  const id = useId();
  const [picking, setPicking] = useState(false);
  const chooser = useRef<HTMLButtonElement>(null);
  const item = media.get(mediaId);
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-error`}>
      <p id={id} className="font-semibold">
        {strings.coverImage}
      </p>
      <span className="relative mt-1.5 block aspect-16/9 overflow-hidden rounded-md bg-surface-raised">
        <span className="absolute inset-0">
          {mediaId ? (
            <AdminPicture
              picture={item?.picture ?? null}
              src={null}
              alt={item?.alt || 'Current cover'}
              cssPixels={400}
              fit="cover"
              className="size-full"
            />
          ) : (
            <PostImage post={{ ...post, picture: null, image: null }} sizes="400px" />
          )}
        </span>
      </span>
      <p className="mt-1 text-sm text-ink-soft">
        {mediaId
          ? (item?.credit && `Credit: ${item.credit}`) || item?.name
          : 'Without a picture, an illustrated sky is shown.'}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button ref={chooser} tone="secondary" size="small" onClick={() => setPicking(true)}>
          {mediaId ? 'Choose another' : 'Choose a picture'}
        </Button>
        {mediaId && (
          <Button
            tone="quiet"
            size="small"
            onClick={() => {
              onChange(undefined);
              chooser.current?.focus();
            }}
          >
            Remove picture
          </Button>
        )}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <MediaPicker
        open={picking}
        title={strings.coverImage}
        onChoose={(chosen) => {
          setPicking(false);
          onChange(chosen);
        }}
        onClose={() => setPicking(false)}
        returnFocusTo={() => chooser.current}
      />
    </div>
  );
}
