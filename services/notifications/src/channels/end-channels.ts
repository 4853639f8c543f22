import type { EntityManager } from 'typeorm';
import { suppressChannels } from './suppressions.js';

/**
 * Ends channels, and deletes a subscriber's preferences with the last one. A new sign-up starts over, but isn't sent a
 * confirmation any sooner (`confirmation-limits.ts`).
 * @param state "bounced" if the mailbox or number doesn't exist, which also suppresses the address; otherwise "ended"
 */
export async function endChannels(
  manager: EntityManager,
  channelIds: readonly string[],
  state: 'ended' | 'bounced',
): Promise<void> {
  const [ended] = await manager.query<[{ subscriberId: string }[], number]>(
    `UPDATE channels SET state = $2 WHERE id = ANY($1::uuid[]) AND state IN ('pending', 'confirmed')
     RETURNING subscriber_id AS "subscriberId"`,
    [channelIds, state],
  );
  if (state === 'bounced') await suppressChannels(manager, channelIds, 'bounce');
  if (ended.length === 0) return;
  await manager.query('DELETE FROM confirmations WHERE channel_id = ANY($1::uuid[])', [channelIds]);
  const [alone] = await manager.query<[{ id: string }[], number]>(
    `UPDATE subscribers SET state = 'ended', ended_at = now()
     WHERE id = ANY($1::uuid[]) AND NOT EXISTS (
       SELECT FROM channels WHERE subscriber_id = subscribers.id AND state IN ('pending', 'confirmed'))
     RETURNING id`,
    [ended.map(({ subscriberId }) => subscriberId)],
  );
  for (const table of ['follows', 'preferences'])
    await manager.query(`DELETE FROM ${table} WHERE subscriber_id = ANY($1::uuid[])`, [alone.map(({ id }) => id)]);
}
