import type { MediaItem } from '@site/proto/content/v1/media.answers';
import { mediaImageField, mediaLengths } from '@site/proto/content/v1/media.schema';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/api.js';
import { sendForm, type SendCall } from '../../api/send-form.js';
import { isSignedOut } from '../../domain/session/signed-out.js';
import { isInWork, pictureInWorkMs } from '../admin-picture.js';
import { pagedQuery } from '../list/paged-query.js';

export const mediaAddress = '/admin/main/media';

/** A few screens of cards. */
const pageSize = '48';

/** Library pictures that match the words, newest first; polled while one is being processed. */
export function useMedia(words: string) {
  return useInfiniteQuery({
    ...pagedQuery<MediaItem>(['admin', 'media', ...(words ? [words] : [])], mediaAddress, {
      limit: pageSize,
      ...(words && { q: words }),
    }),
    refetchInterval: ({ state }) => {
      const items = state.data?.pages.flatMap(({ data }) => data ?? []) ?? [];
      return !isSignedOut(state.error) && items.some(({ picture }) => isInWork(picture)) && pictureInWorkMs;
    },
    // Other forms add pictures and change their uses, too.
    staleTime: 0,
    // Keeps the previous results while the next search runs.
    placeholderData: keepPreviousData,
  });
}

/** Texts of a new picture. */
export interface MediaWords {
  name?: string;
  alt?: string;
  credit?: string;
}

/** Uploads a picture to the library. The name defaults to the file's. */
export const uploadMedia = (file: File, words: MediaWords, call: SendCall): Promise<Answer<MediaItem>> =>
  sendForm(`${mediaAddress}/create`, { ...words, [mediaImageField]: file }, call);

/** Hint for every alt text field. */
export const altHint =
  'Describe the picture for people who can’t see it: “A shelf cloud over a rice field near Stuttgart”. Leave out “picture of”.';
export const longestAlt = mediaLengths.alt;
