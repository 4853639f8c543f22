/** Sensitive changes need a recent sign-in or confirmation. */
import type { Metadata } from '@grpc/grpc-js';
import { confirmField, confirmMessage } from '@site/proto/auth/v1/recent-confirmation';
import { forbidden, readCaller, unauthenticated, type Caller } from '@site/proto/grpc';
import type { DataSource } from 'typeorm';
import { Session } from './session-entities.js';

/** After a sign-in or confirmation, security settings may be changed for this long (OWASP ASVS 5.0, 7.5.1). */
const freshMs = 10 * 60_000;

export type SessionCaller = Caller & { session: string };

/** Returns until when sensitive changes need no new confirmation: ten minutes after authentication. */
export const freshUntil = (authenticatedAt: Date): Date => new Date(authenticatedAt.getTime() + freshMs);

/** @throws UNAUTHENTICATED without a caller, or when their session has ended or is not theirs */
export async function readSession(
  dataSource: DataSource,
  metadata: Metadata | undefined,
): Promise<{ caller: SessionCaller; freshUntil: Date }> {
  const caller = readCaller(metadata);
  const { session } = caller;
  const row =
    session === undefined
      ? null
      : await dataSource.getRepository(Session).findOneBy({ sidHash: session, personId: caller.id });
  if (!row || session === undefined || row.revokedAt) throw unauthenticated('The session has ended.');
  return { caller: { ...caller, session }, freshUntil: freshUntil(row.authenticatedAt) };
}

/** @throws PERMISSION_DENIED naming `confirm` unless the session was recently authenticated */
export async function readFreshSession(
  dataSource: DataSource,
  metadata: Metadata | undefined,
  now: Date,
): Promise<SessionCaller> {
  const { caller, freshUntil: until } = await readSession(dataSource, metadata);
  if (until <= now) throw forbidden(confirmMessage, [{ field: confirmField, message: confirmMessage }]);
  return caller;
}
