import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Campaign } from './campaign.entity.js';

/**
 * Target and click count of a link in a campaign. The link is the same in every mail, so it can't identify subscribers.
 */
@Entity('campaign_links')
export class CampaignLink {
  @PrimaryColumn('uuid') campaignId!: string;
  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ foreignKeyConstraintName: 'campaign_links_campaign' })
  campaign!: Campaign;
  /** From 1, in the order of the mail. */
  @PrimaryColumn('integer') number!: number;
  @Column('text') url!: string;
  @Column('integer', { default: 0 }) clicks!: number;
}
