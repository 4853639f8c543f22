import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/api.js';
import { isInWork, pictureInWorkMs, type StoredImage } from '../../../dashboard-kit/admin-picture.js';
import { whileSignedIn } from '../../../domain/session/signed-out.js';

/** The one logo of the site. */
export interface SiteLogo {
  id: string;
  /** Address of its largest size; null while it is in work. */
  logo: string | null;
  picture: StoredImage | null;
  /** Counts the edits. */
  version: number;
}

/** Null when there is none. Asked for again while the picture is in work. */
export const logoQuery = queryOptions({
  queryKey: ['admin', 'logo'],
  queryFn: async ({ signal }) => (await request<SiteLogo | null>('/admin/main/logo', { signal })).data,
  refetchInterval: (query) =>
    isInWork(query.state.data?.picture) && whileSignedIn<SiteLogo | null>(() => pictureInWorkMs)(query),
});

/** The specification's call: a GET that changes something. The gateway lets it act only for a script of our own pages. */
export function deleteLogo({ id }: SiteLogo) {
  return request(`/admin/main/logo/delete/${encodeURIComponent(id)}`);
}
