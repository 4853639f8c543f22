/** Pending challenges of second factors: a new app's secret, a passkey's challenge. */
import type { EntityManager } from 'typeorm';
import { FactorChallenge, type ChallengeKind } from './factor-entities.js';

/** Long enough to install an app; a half session ends sooner anyway. */
const validMs = 10 * 60_000;

export interface Challenged {
  /** Hash of the session or half session. */
  boundTo: string;
  personId: string;
}

/** Replaces the previous challenge. */
export const setChallenge = (
  manager: EntityManager,
  { boundTo, personId }: Challenged,
  kind: ChallengeKind,
  value: string,
  now: Date,
) =>
  manager.upsert(FactorChallenge, { boundTo, kind, personId, value, expiresAt: new Date(now.getTime() + validMs) }, [
    'boundTo',
    'kind',
  ]);

/** Returns undefined when it has expired or is someone else's. */
export async function findChallenge(
  manager: EntityManager,
  { boundTo, personId }: Challenged,
  kind: ChallengeKind,
  now: Date,
): Promise<string | undefined> {
  const found = await manager.findOneBy(FactorChallenge, { boundTo, kind, personId });
  return found && found.expiresAt > now ? found.value : undefined;
}

/** Deletes the challenge, so that it works only once. */
export async function takeChallenge(
  manager: EntityManager,
  { boundTo, personId }: Challenged,
  kind: ChallengeKind,
  now: Date,
): Promise<string | undefined> {
  const [taken] = await manager.query<[{ value: string }[], number]>(
    `DELETE FROM factor_challenges
     WHERE bound_to = $1 AND kind = $2 AND person_id = $3 AND expires_at > $4 RETURNING value`,
    [boundTo, kind, personId, now],
  );
  return taken[0]?.value;
}
