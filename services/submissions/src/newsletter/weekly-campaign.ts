import { newId } from '@site/platform/base/ids';
import type { DataSource } from 'typeorm';
import type { Story } from './newsletter-letters.js';
import { addDeliverCampaignJob } from './campaign-ledger.js';

/** For readers who chose one mail a week, on Monday morning in the state: what the others got since the last one. */
const dueAtUtcHour = 14;
const dayMs = 86_400_000;
/** Older stories are no longer news. */
const longestLookBackDays = 28;

/** The latest Monday on which a weekly mail was due, as of `now`. */
function latestMonday(now: Date): Date {
  const monday = new Date(now);
  monday.setUTCHours(dueAtUtcHour, 0, 0, 0);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  return monday > now ? new Date(monday.getTime() - 7 * dayMs) : monday;
}

/** Makes this week's campaign when it is due and has something to tell. Returns whether it did. */
export async function makeWeeklyCampaign(dataSource: DataSource, now: Date): Promise<boolean> {
  const monday = latestMonday(now);
  const week = monday.toISOString().slice(0, 10);
  return dataSource.transaction(async (manager) => {
    const campaigns = await manager.query<{ title: string; stories: Story[] }[]>(
      `SELECT title, stories FROM campaigns
       WHERE frequency = 'all' AND state NOT IN ('planned', 'cancelled')
         AND coalesce(queued_at, created_at) < $1 AND coalesce(queued_at, created_at) >= greatest(
         $1::timestamptz - interval '${longestLookBackDays} days',
         coalesce((SELECT max(week) + interval '${dueAtUtcHour} hours' FROM campaigns WHERE week < $2), '-infinity')
           AT TIME ZONE 'UTC')
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
