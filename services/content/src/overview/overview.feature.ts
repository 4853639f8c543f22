/** Numbers of drafts and scheduled posts for the dashboard's home page. */
import { Controller, Inject } from '@nestjs/common';
import { preparedRow, utcText } from '@site/platform/data/database';
import {
  OverviewServiceControllerMethods,
  type OverviewServiceController,
} from '@site/proto/gen/nest/content/v1/overview';
import { DataSource } from 'typeorm';
import type { ContentFeature } from '../kinds/content-feature.js';
import { isEmptyDraft } from '../posts/empty-drafts.js';

/** Beyond a thousand drafts, the exact number makes no difference. */
const countUpTo = 1_000;

const posts = (status: string) =>
  `posts WHERE status = '${status}' AND deleted_at IS NULL AND NOT ${isEmptyDraft('posts')}`;
const count = (status: string) =>
  `(SELECT count(*)::integer FROM (SELECT FROM ${posts(status)} LIMIT ${countUpTo}) AS counted)`;

const statement = {
  name: 'content overview',
  text: `SELECT ${count('draft')} AS drafts, ${count('scheduled')} AS "scheduledPosts",
    (SELECT ${utcText('min(created_at)')} FROM ${posts('draft')}) AS "oldestDraftAt",
    (SELECT ${utcText('min(publish_at)')} FROM ${posts('scheduled')}) AS "nextPostAt"`,
};

interface Row {
  drafts: number;
  scheduledPosts: number;
  oldestDraftAt: string | null;
  nextPostAt: string | null;
}

@Controller()
@OverviewServiceControllerMethods()
class OverviewController implements OverviewServiceController {
  constructor(@Inject(DataSource) readonly dataSource: DataSource) {}

  async getContentOverview() {
    const { oldestDraftAt, nextPostAt, ...counts } = await preparedRow<Row>(this.dataSource, statement);
    return { ...counts, oldestDraftAt: oldestDraftAt ?? undefined, nextPostAt: nextPostAt ?? undefined };
  }
}

/** For the dashboard's home page. */
export const overview: ContentFeature = { kinds: [], controller: OverviewController };
