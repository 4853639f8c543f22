import { isoDate } from '@site/platform/data/database';
import type { RetentionRule } from '@site/platform/lifecycle/retention';
import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Campaign } from './campaign.entity.js';

/**
 * The ledger of a campaign: one row per reader, so that nobody gets it twice. queued: not sent yet. sending: reserved; if the
 * process dies, the one row of which nobody knows whether it was sent. failed: given up. skipped: unsubscribed in the meantime.
 */
@Entity('campaign_deliveries')
@Check('campaign_deliveries_state', `state IN ('queued', 'sending', 'sent', 'failed', 'skipped')`)
export class CampaignDelivery {
  @PrimaryColumn('uuid') campaignId!: string;
  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ foreignKeyConstraintName: 'campaign_deliveries_campaign' })
  campaign!: Campaign;
  @PrimaryColumn('uuid') subscriberId!: string;
  @Column('text', { default: 'queued' }) state!: 'queued' | 'sending' | 'sent' | 'failed' | 'skipped';
  @Column('smallint', { default: 0 }) tries!: number;
  @Column('smallint', { default: 0 }) maybeRepeated!: number;
  /** Not to be tried before this. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) dueAt!: string;
  /** What the mail server said. */
  @Column('text', { default: '' }) reason!: string;
}

/** The campaign itself stays, with its figures. */
export const deliveryRetention: RetentionRule = {
  table: 'campaign_deliveries',
  // The table's own key has two columns.
  key: 'ctid',
  when: `campaign_id IN (SELECT id FROM campaigns WHERE finished_at < now() - interval '90 days')`,
  passing: true,
};
