import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Campaign } from './campaign.entity.js';

/** Where a link of a campaign's mails leads, and how often it was followed. It is the same in every mail: nobody is recognised. */
@Entity('campaign_links')
export class CampaignLink {
  @PrimaryColumn('uuid') campaignId!: string;
  @ManyToOne(() => Campaign, { onDelete: 'CASCADE' })
  @JoinColumn({ foreignKeyConstraintName: 'campaign_links_campaign' })
  campaign!: Campaign;
  /** From 1, in the order in which they stand in the mail. */
  @PrimaryColumn('integer') number!: number;
  @Column('text') url!: string;
  @Column('integer', { default: 0 }) clicks!: number;
}
