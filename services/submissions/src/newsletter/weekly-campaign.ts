import { newId } from '@site/platform/base/ids';
import { state } from '@site/state/state';
import { latestMonday } from '@site/state/state-time';
import type { DataSource } from 'typeorm';
import type { Story } from './newsletter-letters.js';
import { addDeliverCampaignJob } from './campaign-ledger.js';

/** Local hour on Mondays at which the weekly mail is due, with all posts sent since the last one. */
const dueAtHour = 8;
/** Older posts are no longer news. */
const longestLookBackDays = 28;

/** Makes this week's campaign if it is due and there are posts. Returns whether it did. */
export async function makeWeeklyCampaign(dataSource: DataSource, now: Date): Promise<boolean> {
  const { date: week, at: monday } = latestMonday(now, dueAtHour);
  return dataSource.transaction(async (manager) => {
    const campaigns = await manager.query<{ title: string; stories: Story[] }[]>(
      `SELECT title, stories FROM campaigns
       WHERE frequency = 'all' AND state NOT IN ('planned', 'cancelled')
         AND coalesce(queued_at, created_at) < $1 AND coalesce(queued_at, created_at) >= greatest(
         $1::timestamptz - interval '${longestLookBackDays} days',
         coalesce((SELECT max(week) + interval '${dueAtHour} hours' FROM campaigns WHERE week < $2), '-infinity')
           AT TIME ZONE '${state.timeZone}')
       ORDER BY coalesce(queued_at, created_at)`,
      [monday, week],
    );
    const [first] = campaigns;
    if (!first) return false;
    const id = newId();
    const stories = [
      ...new Map(campaigns.flatMap((campaign) => campaign.stories).map((story) => [story.url, story])).values(),
    ];
    const [made] = await manager.query<unknown[]>(
      `INSERT INTO campaigns (id, frequency, week, title, stories) VALUES ($1, 'weekly', $2, $3, $4)
       ON CONFLICT (week) DO NOTHING RETURNING id`,
      [id, week, `Week of ${week}`, JSON.stringify(stories)],
    );
    if (made) await addDeliverCampaignJob(manager, id);
    return made !== undefined;
  });
}
