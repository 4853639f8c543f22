import type { EntityManager } from 'typeorm';

/**
 * Ends channels, and with the last of somebody's channels what they had chosen. Nothing more is sent there; a new sign-up begins
 * anew, but is asked no sooner (`confirmation-limits.ts`). Channels that have ended already stay as they are.
 * @param state "bounced" when there is no such mailbox or number, "ended" for whatever else
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
  if (ended.length === 0) return;
  await manager.query('DELETE FROM confirmations WHERE channel_id = ANY($1::uuid[])', [channelIds]);
  const [alone] = await manager.query<[{ id: string }[], number]>(
    `UPDATE subscribers SET state = 'ended', ended_at = now()
     WHERE id = ANY($1::uuid[]) AND NOT EXISTS (
       SELECT FROM channels WHERE subscriber_id = subscribers.id AND state IN ('pending', 'confirmed'))
     RETURNING id`,
    [ended.map(({ subscriberId }) => subscriberId)],
  );
  for (const table of ['follows', 'wishes'])
    await manager.query(`DELETE FROM ${table} WHERE subscriber_id = ANY($1::uuid[])`, [alone.map(({ id }) => id)]);
}
