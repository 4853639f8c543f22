import type { Colleague } from '@site/proto/auth/v1/people.answers';
import { roles, type Role } from '@site/domain/roles';
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

/** Gives somebody another role; their sessions end. */
export const changeRole = (person: Colleague, role: Role) =>
  request<Colleague>(`${of(person)}/role`, { method: 'POST', json: { role } });

/** Removes all second factors and recovery codes of somebody, whose sessions end. */
export const resetSecondFactor = (person: Colleague) =>
  request<null>(`${of(person)}/reset-second-factor`, { method: 'POST', json: {} });

/** What they could be instead. */
export const otherRoles = ({ role }: Colleague) => roles.filter((other) => other !== role);
