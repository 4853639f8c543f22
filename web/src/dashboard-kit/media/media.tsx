/** Queries, calls and thumbnails of the media library. */
import type { MediaItem } from '@site/proto/content/v1/media.responses';
import { mediaImageField, mediaLengths } from '@site/proto/content/v1/media.schema';
import { keepPreviousData, useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { isInWork, imagePollIntervalMs, whilePreparing } from '../admin-image.js';
import { adminQuery } from '@/api/admin.js';
import type { ApiResponse } from '@/api/api.js';
import { type SendCall, sendForm } from '@/api/send-form.js';
import { whileSignedIn } from '@/components/session/signed-out.js';
import { CardImage } from '../list/paged-list.js';
import { pagedQuery } from '../list/queries.js';

export const mediaAddress = '/admin/main/media';

const pageSize = '48';

export function useMedia(searchText: string) {
  return useInfiniteQuery({
    ...pagedQuery<MediaItem>(['admin', 'media', ...(searchText ? [searchText] : [])], mediaAddress, {
      limit: pageSize,
      ...(searchText && { q: searchText }),
    }),
    refetchInterval: whilePreparing,
    // Other forms add pictures and change their uses.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/**
 * Replaces items whose picture is being processed by their current state, and polls until it is done. Their query key
 * differs from the lists': an upload reloads those, which would abort and repeat every poll.
 */
export function usePrepared(media: ReadonlyMap<string, MediaItem>): ReadonlyMap<string, MediaItem> {
  const inWork = [...media.values()].filter(({ picture }) => isInWork(picture));
  const fresh = useQueries({
    queries: inWork.map(({ id }) => ({
      ...adminQuery<MediaItem>(['media-in-work', id], `${mediaAddress}/${encodeURIComponent(id)}`),
      staleTime: 0,
      refetchInterval: whileSignedIn<MediaItem>((item) => (!item || isInWork(item.picture) ? imagePollIntervalMs : 0)),
    })),
  });
  // An edit's response may be newer than the latest poll.
  const current = fresh.flatMap(({ data }) => (data && data.version >= (media.get(data.id)?.version ?? 0) ? data : []));
  return current.length === 0 ? media : new Map([...media, ...current.map((item) => [item.id, item] as const)]);
}

type MediaTextFields = Partial<Record<'name' | 'alt' | 'credit', string>>;

/** The name defaults to the file's. */
export const uploadMedia = (file: File, fields: MediaTextFields, call: SendCall): Promise<ApiResponse<MediaItem>> =>
  sendForm(`${mediaAddress}/create`, { ...fields, [mediaImageField]: file }, call);

/** Changes a picture's texts wherever it is shown. */
export const saveMediaText = (
  item: MediaItem,
  fields: Pick<MediaTextFields, 'alt' | 'credit'>,
): Promise<ApiResponse<MediaItem>> =>
  sendForm(
    `${mediaAddress}/edit`,
    {
      media_id: item.id,
      name: item.name,
      alt: item.alt,
      credit: item.credit,
      focal_x: String(item.focal_x),
      focal_y: String(item.focal_y),
      ...fields,
    },
    {
      headers: { 'If-Match': `"${item.version}"` },
      onProgress: () => undefined,
      signal: new AbortController().signal,
    },
  );

export const altHint =
  'Describe the picture for people who can’t see it: “A shelf cloud over a rice field near Stuttgart”. Leave out “picture of”.';
export const maxAltLength = mediaLengths.alt;

export const MediaThumb = ({ item }: { item: MediaItem }) => <CardImage item={item} alt={item.alt} cssPixels={320} />;

/** Without alt text, a picture can't be published. */
export function AltMissing() {
  return (
    <span className="inline-block rounded-full bg-severe-soft px-2.5 py-0.5 text-sm font-semibold text-ink">
      No alt text yet
    </span>
  );
}
