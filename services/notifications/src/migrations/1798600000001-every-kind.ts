import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** The kinds on the form until now. */
const kinds = `ARRAY['tornado', 'severe_thunderstorm', 'flash_flood', 'flood', 'winter', 'wind', 'heat_cold', 'fire', 'other']`;
/** Locks few rows at a time: pending sign-ups and preferences stay writable. */
const batchSize = 2_000;

/**
 * Stores "all" for readers who ticked every kind, so that they also get kinds that are added later. The list stays beside
 * it for replicas of the version before.
 */
export class EveryKind1798600000001 implements ForwardMigration {
  name = 'EveryKind1798600000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await inBatches(
      runner,
      `UPDATE wishes SET kinds = array_prepend('all', kinds) WHERE subscriber_id IN (
         SELECT subscriber_id FROM wishes WHERE kinds @> ${kinds} AND NOT 'all' = ANY(kinds) LIMIT ${batchSize})`,
    );
    await inBatches(
      runner,
      `UPDATE confirmations SET wishes = jsonb_set(wishes, '{kinds}', '["all"]'::jsonb || (wishes->'kinds'))
       WHERE channel_id IN (
         SELECT channel_id FROM confirmations
         WHERE wishes->'kinds' @> to_jsonb(${kinds}) AND NOT wishes->'kinds' ? 'all' LIMIT ${batchSize})`,
    );
  }
}

async function inBatches(runner: QueryRunner, update: string): Promise<void> {
  for (;;) {
    const [, count] = (await runner.query(update)) as [unknown, number];
    if (count < batchSize) return;
  }
}
