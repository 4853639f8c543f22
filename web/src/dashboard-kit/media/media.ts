import type { MediaItem } from '@site/proto/content/v1/media.answers';
import { mediaImageField, mediaLengths } from '@site/proto/content/v1/media.schema';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/api.js';
import { sendForm, type SendCall } from '../../api/send-form.js';
import { isSignedOut } from '../../domain/session/signed-out.js';
import { isInWork, pictureInWorkMs } from '../admin-picture.js';
import { pagedQuery } from '../list/paged-query.js';

export const mediaAddress = '/admin/main/media';

/** So many at a time: a few screens of cards. */
const pageSize = '48';

/** The pictures of the library that hold the words, the latest first; asked for again while one of them is being prepared. */
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
    // Forms elsewhere bring pictures, too, and change where one is shown.
    staleTime: 0,
    // While the next words are searched for, the last finds stay.
    placeholderData: keepPreviousData,
  });
}

/** What is said of a picture when it is uploaded. */
export interface MediaWords {
  name?: string;
  alt?: string;
  credit?: string;
}

/** Takes a picture into the library. Without a name it is called as its file. */
export const uploadMedia = (file: File, words: MediaWords, call: SendCall): Promise<Answer<MediaItem>> =>
  sendForm(`${mediaAddress}/create`, { ...words, [mediaImageField]: file }, call);

/** Help on the alternative text, wherever it is asked for. */
export const altHint =
  'Say what it shows, as you would on the phone: “A shelf cloud over a rice field near Stuttgart”. Not “picture of”.';
export const longestAlt = mediaLengths.alt;
