import { isoDate } from '@site/platform/database';
import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Campaign } from './campaign.entity.js';

/**
 * The ledger of a campaign: one row per reader, so that nobody gets it twice. queued: not sent yet. sending: reserved; the
 * one row that is not known to be sent or not when a process dies. failed: given up. skipped: unsubscribed meanwhile.
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
  /** Not before this. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', transformer: isoDate }) dueAt!: string;
  /** What the mail server said. */
  @Column('text', { default: '' }) reason!: string;
}
