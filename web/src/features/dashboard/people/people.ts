import type { Colleague } from '@site/proto/auth/v1/people.answers';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/api.js';

const address = '/admin/main/people';
const of = ({ id }: Colleague) => `${address}/${encodeURIComponent(id)}`;

/** Everybody who may sign in, admins first. */
export const peopleQuery = queryOptions({
  queryKey: ['admin', 'people'],
  queryFn: async ({ signal }) => (await request<Colleague[]>(address, { signal })).data,
  staleTime: 0,
});

/** Makes a moderator of an admin, or the other way round; their sessions end. */
export const changeRole = (person: Colleague) =>
  request<Colleague>(`${of(person)}/role`, { method: 'POST', json: { role: otherRole(person) } });

/** Removes all second factors and recovery codes of somebody, whose sessions end. */
export const resetSecondFactor = (person: Colleague) =>
  request<null>(`${of(person)}/reset-second-factor`, { method: 'POST', json: {} });

export const otherRole = ({ role }: Colleague) => (role === 'admin' ? 'moderator' : 'admin');

/** With its article. */
export const roleNames: Record<Colleague['role'], { name: string; some: string }> = {
  admin: { name: 'Admin', some: 'an admin' },
  moderator: { name: 'Moderator', some: 'a moderator' },
};
