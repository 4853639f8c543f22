import { isoDate } from '@site/platform/data/database';
import type { RetentionRule } from '@site/platform/lifecycle/retention';
import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Campaign } from './campaign.entity.js';

/**
 * The ledger of a campaign: one row per subscriber, so that each gets it only once. queued: not sent yet. sending:
 * reserved; if the process dies, it is unknown whether this one mail was sent. failed: given up. skipped: unsubscribed
 * in the meantime.
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
  /** No attempt before this time. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) dueAt!: string;
  /** The mail server's response. */
  @Column('text', { default: '' }) reason!: string;
}

/** The campaign row, with its figures, is kept. */
export const deliveryRetention: RetentionRule = {
  table: 'campaign_deliveries',
  // The table's primary key has two columns.
  key: 'ctid',
  when: `campaign_id IN (SELECT id FROM campaigns WHERE finished_at < now() - interval '90 days')`,
  passing: true,
};
