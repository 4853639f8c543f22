import { mediaAnswer, type MediaItem as MediaData } from '@site/proto/content/v1/media.answers';
import type { MediaItem } from '@site/proto/gen/nest/content/v1/media';
import type { Picture } from '@site/proto/gen/nest/pictures/v1/pictures';
import { answerFrom } from './answer-from.js';
import { moderatedPicture } from './pictures.js';

/** Every library row has a picture. A message without one is served as still processing. */
const inWork: Picture = {
  ...{ state: 'processing', width: 0, height: 0, sizes: [], placeholder: '' },
  ...{ rejectedBecause: '', duplicateOf: [], retryId: '' },
};

export const mediaJson = (item: MediaItem): MediaData =>
  answerFrom(mediaAnswer, item, { picture: moderatedPicture(item.picture ?? inWork) });
