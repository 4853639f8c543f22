import type { Answer } from '../api/api.js';
import type { PictureSource } from '../ui/picture.js';
import { isInWork, pictureInWorkMs } from './admin-picture.js';

interface PagedQueryLike {
  state: { data: { pages: Answer<{ picture: PictureSource | null }[]>[] } | undefined };
}

/** A `refetchInterval` of a paged list that lasts until every picture in it is prepared. */
export function untilPrepared({ state }: PagedQueryLike): number | false {
  const items = state.data?.pages.flatMap(({ data }) => data) ?? [];
  return items.some(({ picture }) => isInWork(picture)) && pictureInWorkMs;
}
