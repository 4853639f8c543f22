import type { Picture } from '@site/proto/gen/nest/pictures/v1/pictures';

/** Pictures as pages get them: addresses below /media instead of keys. */

export interface PictureJson {
  /** "processing", "ready" or "rejected". */
  state: string;
  /** Pixels of the largest size. */
  width: number;
  height: number;
  /** A data: URI, shown until a size has loaded. */
  placeholder: string;
  /** Narrowest first; every width in two encodings. */
  sizes: { src: string; width: number; height: number; type: string }[];
}

/** What moderators see besides. */
export interface ModeratedPictureJson extends PictureJson {
  /** Other pictures that look the same. */
  duplicate_of: string[];
  /** Why it could not be processed; empty otherwise. */
  rejected_because: string;
}

const addressOf = (key: string) => `/media/${key}`;

/** The picture for an answer; null when there is none. */
export function pictureJson(picture: Picture | undefined): PictureJson | null {
  if (!picture) return null;
  const { state, width, height, placeholder, sizes } = picture;
  return {
    state,
    width,
    height,
    placeholder,
    sizes: sizes.map((size) => ({
      src: addressOf(size.key),
      width: size.width,
      height: size.height,
      type: size.mediaType,
    })),
  };
}

/** As `pictureJson`, for moderators. */
export function moderatedPictureJson(picture: Picture | undefined): ModeratedPictureJson | null {
  const json = pictureJson(picture);
  if (!json || !picture) return null;
  return { ...json, duplicate_of: picture.duplicateOf, rejected_because: picture.rejectedBecause };
}

/** The specification's single address: the largest size in an encoding that everything can show; null without a picture. */
export function fallbackUrl(picture: Picture | undefined): string | null {
  const [largest] = (picture?.sizes ?? [])
    .filter(({ mediaType }) => mediaType === 'image/jpeg' || mediaType === 'image/png')
    .sort((left, right) => right.width - left.width);
  return largest ? addressOf(largest.key) : null;
}
