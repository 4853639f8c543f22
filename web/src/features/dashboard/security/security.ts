import type { RecoveryCodes, SecondFactor } from '@site/proto/auth/v1/second-factors.answers';
import type { OpenSession, OpenSessions, SessionsEnded } from '@site/proto/auth/v1/sessions.answers';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/api.js';

export const sessionsQuery = queryOptions({
  queryKey: ['admin', 'sessions'],
  queryFn: async ({ signal }) => (await request<OpenSessions>('/admin/auth/sessions', { signal })).data,
  staleTime: 0,
});

/** Ends one of the user's sessions. */
export const endSession = ({ id }: OpenSession) =>
  request<null>(`/admin/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** Ends all of the user's sessions except this one. */
export const endOtherSessions = () =>
  request<SessionsEnded>('/admin/auth/sessions/end-others', { method: 'POST', json: {} });

/** Removes a second factor and ends all other sessions. */
export const removeFactor = ({ id }: SecondFactor) =>
  request<null>(`/admin/auth/second-factors/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** Generates recovery codes and invalidates the old ones. */
export const makeRecoveryCodes = async () =>
  (await request<RecoveryCodes>('/admin/auth/second-factors/recovery-codes', { method: 'POST', json: {} })).data
    .recovery_codes;
