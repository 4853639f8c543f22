import { conflict, invalidField } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';
import type { Confirmation } from '../channels/channel.entity.js';
import { liftSuppression } from '../channels/suppressions.js';
import { markUsed, type OpenedToken } from '../channels/tokens.js';
import { countConfirmed, hasStopped } from './confirmation-limits.js';
import { savePreferences } from './preferences.js';

type ConfirmationRow = Pick<Confirmation, 'preferences' | 'keysSealed' | 'consentVersion' | 'network' | 'client'> & {
  requestedAt: Date;
};

/**
 * Applies a sign-up, once: a second click can't restore old preferences.
 * @throws ABORTED if the subscription has ended or the phone has sent STOP, INVALID_ARGUMENT if the token has expired
 */
export async function confirm(manager: EntityManager, { hash, channel, used, expired }: OpenedToken): Promise<void> {
  const { id, kind, state, subscriberId } = channel;
  if (state === 'ended' || state === 'bounced' || (used && state === 'pending'))
    throw conflict('This subscription has ended. Please sign up again.');
  if (used) return;
  if (expired) throw linkExpired();
  if (await hasStopped(manager, channel.addressHash))
    throw conflict('This phone texted STOP to us. Text START to our number, then sign up again.');
  const [[confirmation]] = await manager.query<[ConfirmationRow[], number]>(
    `DELETE FROM confirmations WHERE channel_id = $1 AND purpose = 'confirm'
     RETURNING preferences, keys_sealed AS "keysSealed", consent_version AS "consentVersion", network, client,
       requested_at AS "requestedAt"`,
    [id],
  );
  await markUsed(manager, hash);
  if (!confirmation?.preferences) {
    // Confirmed by another message of the same sign-up; otherwise the sweep has deleted the channel.
    if (state === 'confirmed') return;
    throw linkExpired();
  }
  await manager.query(
    `UPDATE channels SET state = 'confirmed', keys_sealed = coalesce($2, keys_sealed), consent_at = $3,
       consent_version = $4, consent_network = $5, confirmed_at = coalesce(confirmed_at, now()), last_ok_at = now()
     WHERE id = $1`,
    [id, confirmation.keysSealed, confirmation.requestedAt, confirmation.consentVersion, confirmation.network],
  );
  if (kind === 'mail') await liftSuppression(manager, channel.addressHash, new Date());
  await manager.query(
    `UPDATE subscribers SET state = 'confirmed', ended_at = NULL, confirmed_at = coalesce(confirmed_at, now()),
       last_seen_at = now()
     WHERE id = $1`,
    [subscriberId],
  );
  await savePreferences(manager, subscriberId, confirmation.preferences);
  if (state !== 'confirmed') await countConfirmed(manager, { ...confirmation, kind });
}

const linkExpired = () => invalidField('token', 'This link has expired. Please sign up again to get a new one.');
