import type { RecoveryCodes, SecondFactor } from '@site/proto/auth/v1/second-factors.responses';
import type { OpenSession, OpenSessions, SessionsEnded } from '@site/proto/auth/v1/sessions.responses';
import { queryOptions } from '@tanstack/react-query';
import { adminQuery, post } from '@/api/admin.js';
import { request } from '@/api/api.js';

export const sessionsQuery = queryOptions({
  ...adminQuery<OpenSessions>(['sessions'], '/admin/auth/sessions'),
  staleTime: 0,
});

export const endSession = ({ id }: OpenSession) =>
  request<null>(`/admin/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' });

export const endOtherSessions = () => post<SessionsEnded>('/admin/auth/sessions/end-others', {});

/** Also ends all other sessions. */
export const removeFactor = ({ id }: SecondFactor) =>
  request<null>(`/admin/auth/second-factors/${encodeURIComponent(id)}`, { method: 'DELETE' });

/** Invalidates the old codes. */
export const makeRecoveryCodes = async () =>
  (await post<RecoveryCodes>('/admin/auth/second-factors/recovery-codes', {})).data.recovery_codes;
