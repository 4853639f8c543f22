/** The sealed secret and last error of a webhook. */
import type { DataSource } from 'typeorm';
import type { AddressSeal } from '../channels/address-seal.js';

/** A webhook's `keys_sealed`, as JSON. */
export interface WebhookKeys {
  secret: string;
  /** Sealed too: a redirect may repeat a key in the address. */
  lastError?: { message: string; at: string };
}

/** Opens a webhook's secret and last error. @throws Error if neither sealing key fits */
export const openKeys = (seal: AddressSeal, keysSealed: Buffer, channelId: string): WebhookKeys =>
  JSON.parse(seal.open(keysSealed, channelId)) as WebhookKeys;

/** Records why a webhook's last call failed, for its owner; undefined once it succeeds. */
export type RecordWebhookError = (channelId: string, message: string | undefined) => Promise<void>;

/** Returns the recorder for a database. Does nothing for a webhook that no longer exists. */
export const webhookErrors =
  (dataSource: DataSource, seal: AddressSeal): RecordWebhookError =>
  (channelId, message) =>
    dataSource.transaction(async (manager) => {
      const [row] = await manager.query<{ keysSealed: Buffer }[]>(
        `SELECT keys_sealed AS "keysSealed" FROM channels
         WHERE id = $1 AND kind = 'webhook' AND keys_sealed IS NOT NULL FOR UPDATE`,
        [channelId],
      );
      if (!row) return;
      const { lastError: _replaced, ...keys } = openKeys(seal, row.keysSealed, channelId);
      const lastError = message === undefined ? {} : { lastError: { message, at: new Date().toISOString() } };
      await manager.query('UPDATE channels SET keys_sealed = $2 WHERE id = $1', [
        channelId,
        seal.seal(JSON.stringify({ ...keys, ...lastError }), channelId),
      ]);
    });
