import type { Colleague } from '@site/proto/auth/v1/people.answers';
import { roles, type Role } from '@site/domain/roles';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/api.js';

const address = '/admin/main/people';
const of = ({ id }: Colleague) => `${address}/${encodeURIComponent(id)}`;

/** All accounts, admins first. */
export const peopleQuery = queryOptions({
  queryKey: ['admin', 'people'],
  queryFn: async ({ signal }) => (await request<Colleague[]>(address, { signal })).data,
  staleTime: 0,
});

/** Changes a user's role and ends their sessions. */
export const changeRole = (person: Colleague, role: Role) =>
  request<Colleague>(`${of(person)}/role`, { method: 'POST', json: { role } });

/** Removes a user's second factors and recovery codes and ends their sessions. */
export const resetSecondFactor = (person: Colleague) =>
  request<null>(`${of(person)}/reset-second-factor`, { method: 'POST', json: {} });

export const otherRoles = ({ role }: Colleague) => roles.filter((other) => other !== role);
