/** Converts images from gRPC messages to the API's JSON, with addresses below /media instead of object store keys. */
import { pdfType } from '@site/domain/pictures/picture-limits';
import { mediaAnswer, type MediaItem as MediaData } from '@site/proto/content/v1/media.answers';
import type { MediaItem } from '@site/proto/gen/nest/content/v1/media';
import type { Picture } from '@site/proto/gen/nest/pictures/v1/pictures';
import {
  moderatedPictureAnswer,
  pictureAnswer,
  type ModeratedPicture,
  type Picture as PictureData,
} from '@site/proto/pictures/v1/pictures.answers';
import { answerFrom } from './answer-from.js';

export const addressOf = (key: string): string => `/media/${key}`;

const sizesOf = ({ sizes }: Picture) =>
  sizes.map(({ key, width, height, mediaType }) => ({ src: addressOf(key), width, height, type: mediaType }));

const saidOf = ({ focalX, focalY, alt, credit }: Picture): Pick<PictureData, 'focal' | 'alt' | 'credit'> => ({
  focal: focalX === undefined || focalY === undefined ? undefined : [focalX, focalY],
  alt: alt || undefined,
  credit: credit || undefined,
});

const shownAs = (picture: Picture) => ({ sizes: sizesOf(picture), ...saidOf(picture) });

/** Returns a published image with public addresses; null without an image. */
export const pictureJson = (picture: Picture | undefined): PictureData | null =>
  picture ? answerFrom(pictureAnswer, picture, shownAs(picture)) : null;

/** Returns an image for moderators, also while it is pending; null without an image. */
export const moderatedPictureJson = (picture: Picture | undefined): ModeratedPicture | null =>
  picture ? moderatedPicture(picture) : null;

export const moderatedPicture = (picture: Picture): ModeratedPicture =>
  answerFrom(moderatedPictureAnswer, picture, shownAs(picture));

/** Returns the specification's single address: the largest size in a universal encoding. */
export function fallbackUrl(picture: Picture | undefined): string | null {
  const [largest] = (picture?.sizes ?? [])
    .filter(({ mediaType }) => mediaType === 'image/jpeg' || mediaType === 'image/png')
    .sort((left, right) => right.width - left.width);
  return largest ? addressOf(largest.key) : null;
}

/** Returns the address of a PDF. */
export function fileUrl(picture: Picture | undefined): string | null {
  const file = picture?.sizes.find(({ mediaType }) => mediaType === pdfType);
  return file ? addressOf(file.key) : null;
}

/** Every library row has a picture. A message without one is served as still processing. */
const inWork: Picture = {
  state: 'processing',
  width: 0,
  height: 0,
  sizes: [],
  placeholder: '',
  rejectedBecause: '',
  duplicateOf: [],
  retryId: '',
};

export const mediaJson = (item: MediaItem): MediaData =>
  answerFrom(mediaAnswer, item, { picture: moderatedPicture(item.picture ?? inWork), file_bytes: item.fileBytes });
