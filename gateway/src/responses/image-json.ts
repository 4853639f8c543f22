/** Converts images from gRPC messages to the API's JSON, with addresses below /media instead of object store keys. */
import { pdfType } from '@site/domain/images/image-limits';
import { mediaResponse, type MediaItem as MediaData } from '@site/proto/content/v1/media.responses';
import type { MediaItem } from '@site/proto/gen/nest/content/v1/media';
import type { Image } from '@site/proto/gen/nest/images/v1/images';
import {
  moderatedImageResponse,
  imageResponse,
  type ModeratedImage,
  type ImageInfo as ImageJson,
} from '@site/proto/images/v1/images.responses';
import { toResponse } from './response-from.js';

export const addressOf = (key: string): string => `/media/${key}`;

const sizesOf = ({ sizes }: Image) =>
  sizes.map(({ key, width, height, mediaType }) => ({ src: addressOf(key), width, height, type: mediaType }));

const toImageMetadata = ({ focalX, focalY, alt, credit }: Image): Pick<ImageJson, 'focal' | 'alt' | 'credit'> => ({
  focal: focalX === undefined || focalY === undefined ? undefined : [focalX, focalY],
  alt: alt || undefined,
  credit: credit || undefined,
});

const buildImageFields = (image: Image) => ({ sizes: sizesOf(image), ...toImageMetadata(image) });

/** Returns a published image with public addresses; null without an image. */
export const toImageJson = (image: Image | undefined): ImageJson | null =>
  image ? toResponse(imageResponse, image, buildImageFields(image)) : null;

/** Returns an image for moderators, also while it is pending; null without an image. */
export const toModeratedImageJson = (image: Image | undefined): ModeratedImage | null =>
  image ? toModeratedImage(image) : null;

export const toModeratedImage = (image: Image): ModeratedImage =>
  toResponse(moderatedImageResponse, image, buildImageFields(image));

/** Returns the specification's single address: the largest size in a universal encoding. */
export function fallbackUrl(image: Image | undefined): string | null {
  const [maxSize] = (image?.sizes ?? [])
    .filter(({ mediaType }) => mediaType === 'image/jpeg' || mediaType === 'image/png')
    .sort((left, right) => right.width - left.width);
  return maxSize ? addressOf(maxSize.key) : null;
}

/** Returns the address of a PDF. */
export function fileUrl(image: Image | undefined): string | null {
  const file = image?.sizes.find(({ mediaType }) => mediaType === pdfType);
  return file ? addressOf(file.key) : null;
}

/** Every library row has a picture. A message without one is served as still processing. */
const inWork: Image = {
  state: 'processing',
  width: 0,
  height: 0,
  sizes: [],
  placeholder: '',
  rejectedBecause: '',
  duplicateOf: [],
  retryId: '',
};

export const toMediaJson = (item: MediaItem): MediaData =>
  toResponse(mediaResponse, item, { picture: toModeratedImage(item.picture ?? inWork), file_bytes: item.fileBytes });
