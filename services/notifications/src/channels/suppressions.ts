/** The suppression list: mail addresses that bounced or complained, as subscribers of alerts or of the newsletter. */
import type { EntityManager } from 'typeorm';

export type SuppressionCause = 'bounce' | 'complaint';

/** Returns an SQL condition on a row of `channels`. */
export const isSuppressed = (channel: string) => `(${channel}.kind = 'mail' AND EXISTS (
  SELECT FROM suppressed_addresses WHERE suppressed_addresses.address_hash = ${channel}.address_hash))`;

/** A bounce doesn't replace a complaint. */
const onConflict = `ON CONFLICT (address_hash) DO UPDATE SET since = now(),
  cause = CASE WHEN existing.cause = 'complaint' THEN existing.cause ELSE excluded.cause END`;

export async function suppressAddress(manager: EntityManager, hash: Buffer, cause: SuppressionCause): Promise<void> {
  await manager.query(
    `INSERT INTO suppressed_addresses AS existing (address_hash, cause) VALUES ($1, $2) ${onConflict}`,
    [hash, cause],
  );
}

/** Suppresses the addresses of mail channels; ignores other channels. */
export async function suppressChannels(
  manager: EntityManager,
  channelIds: readonly string[],
  cause: SuppressionCause,
): Promise<void> {
  await manager.query(
    `INSERT INTO suppressed_addresses AS existing (address_hash, cause)
     SELECT address_hash, $2 FROM channels WHERE id = ANY($1::uuid[]) AND kind = 'mail' ORDER BY address_hash ${onConflict}`,
    [channelIds, cause],
  );
}

/** Lifts a suppression. @param confirmedAt keeps a later complaint; without it, all complaints stay */
export async function liftSuppression(manager: EntityManager, hash: Buffer, confirmedAt?: Date): Promise<void> {
  await manager.query(
    `DELETE FROM suppressed_addresses WHERE address_hash = $1 AND (cause = 'bounce' OR since <= $2)`,
    [hash, confirmedAt ?? null],
  );
}
