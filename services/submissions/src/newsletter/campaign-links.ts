/**
 * Click counts of campaign links. A link is the same in all mails of its campaign, so clicks can't be traced to
 * subscribers.
 */
import { isId } from '@site/platform/base/ids';
import type { CampaignLink as CampaignLinkMessage } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { notFound } from '@site/proto/grpc';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type DataSource } from 'typeorm';
import { Campaign } from './campaign.entity.js';
import type { LinkTo } from './newsletter-letters.js';

/** A link of a campaign's letter, numbered in order, with its clicks. */
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

/** Numbers links as a letter is composed, consistently across batches. */
export async function countedLinks(
  dataSource: DataSource,
  { campaignId, siteUrl }: { campaignId: string; siteUrl: string },
): Promise<{ linkTo: LinkTo; save: () => Promise<void> }> {
  const urls = (await findLinks(dataSource, campaignId)).map(({ url }) => url);
  const storedCount = urls.length;
  return {
    linkTo(url) {
      if (!/^https?:/i.test(url)) return url;
      if (!urls.includes(url)) urls.push(url);
      return `${siteUrl}/go/${campaignId}/${urls.indexOf(url) + 1}`;
    },
    async save() {
      const fresh = urls.slice(storedCount).map((url, index) => ({ campaignId, number: storedCount + index + 1, url }));
      if (fresh.length === 0) return;
      await dataSource.manager.createQueryBuilder().insert().into(CampaignLink).values(fresh).orIgnore().execute();
    },
  };
}

/** Lists the campaign's links with their clicks, in the letter's order. */
export const findLinks = (dataSource: DataSource, campaignId: string): Promise<CampaignLinkMessage[]> =>
  dataSource.manager.find(CampaignLink, { where: { campaignId }, order: { number: 'ASC' } });

/** Counts a click and returns the link's target. @throws NOT_FOUND */
export async function followLink(dataSource: DataSource, campaignId: string, number: number): Promise<string> {
  const [[link]] = isId(campaignId)
    ? await dataSource.query<[{ url: string }[], number]>(
        'UPDATE campaign_links SET clicks = clicks + 1 WHERE campaign_id = $1 AND number = $2 RETURNING url',
        [campaignId, number],
      )
    : [[]];
  if (!link) throw notFound('This link does not exist.');
  return link.url;
}
