import type { RecoveryCodes, SecondFactor } from '@site/proto/auth/v1/second-factors.answers';
import type { OpenSession, OpenSessions, SessionsEnded } from '@site/proto/auth/v1/sessions.answers';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/api.js';

/** What protects one's own account, and where it is open. */

export const sessionsQuery = queryOptions({
  queryKey: ['admin', 'sessions'],
  queryFn: async ({ signal }) => (await request<OpenSessions>('/admin/auth/sessions', { signal })).data,
  staleTime: 0,
});

/** Ends one of one's own sessions. */
export const endSession = ({ id }: OpenSession) =>
  request<null>(`/admin/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** Ends all of one's own sessions but this one. */
export const endOtherSessions = () =>
  request<SessionsEnded>('/admin/auth/sessions/end-others', { method: 'POST', json: {} });

/** Removes a second factor, which ends all other sessions. */
export const removeFactor = ({ id }: SecondFactor) =>
  request<null>(`/admin/auth/second-factors/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** Makes new recovery codes; those from before no longer work. */
export const makeRecoveryCodes = async () =>
  (await request<RecoveryCodes>('/admin/auth/second-factors/recovery-codes', { method: 'POST', json: {} })).data
    .recovery_codes;
