import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/api.js';

/** The one text of the top bar. */
export interface SiteHeader {
  id: string;
  header: string;
  /** Counts the edits. */
  version: number;
}

/** Null when there is none. */
export const headerQuery = queryOptions({
  queryKey: ['admin', 'header'],
  queryFn: async ({ signal }) => (await request<SiteHeader | null>('/admin/main/header', { signal })).data,
});

/** The specification's call: a GET that changes something. The gateway lets it act only for a script of our own pages. */
export function deleteHeader({ id }: SiteHeader) {
  return request(`/admin/main/header/delete/${encodeURIComponent(id)}`);
}
