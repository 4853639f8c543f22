import type { Snapshot } from '@site/proto/submissions/v1/snapshots.answers';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/api.js';
import { pagedQuery } from '../../../api/paged-query.js';

/** The approved photos. */
export const galleryQuery = pagedQuery<Snapshot>('/main/snapshots', 'loading the photos');

/** One approved photo, for a link that was shared or a page that was loaded again. */
export function snapshotQuery(id: string) {
  return queryOptions({
    queryKey: ['snapshot', id],
    queryFn: async ({ signal }) =>
      (await request<Snapshot>(`/main/snapshot/${encodeURIComponent(id)}`, { signal })).data,
  });
}
