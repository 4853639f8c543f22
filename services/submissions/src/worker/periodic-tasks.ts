import { askForDigests } from '../digest/send-digest.job.js';
import type { PeriodicTask } from '../jobs/periodic.js';
import { startDueCampaigns } from '../newsletter/campaign-plans.js';
import { makeWeeklyCampaign } from '../newsletter/weekly-campaign.js';
import { stagedForHours, sweepOrphans, sweepStaging } from '../pictures/sweep-objects.js';
import type { PictureParts } from '../pictures/picture-owners.js';
import type { NewsletterParts } from './newsletter-jobs.js';

const hourSeconds = 3_600;
// eslint-disable-next-line no-restricted-syntax -- compared with dates in the object store
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourSeconds * 1_000);

export const newsletterTasks = ({ dataSource, auth }: NewsletterParts): PeriodicTask[] => [
  {
    name: 'ask for digests',
    everySeconds: 30,
    firstAfterSeconds: 10,
    run: (rows) => askForDigests(dataSource, auth, rows),
  },
  {
    // Campaigns are scheduled to the minute; none may be more than 20 s late.
    name: 'send planned newsletters',
    everySeconds: 15,
    firstAfterSeconds: 1,
    run: (rows) => startDueCampaigns(dataSource, rows),
  },
  {
    name: 'make the weekly newsletter',
    everySeconds: 600,
    firstAfterSeconds: 30,
    run: async () => ((await makeWeeklyCampaign(dataSource, new Date())) ? 1 : 0),
  },
];

export const pictureTasks = ({ store, owners }: PictureParts): PeriodicTask[] => [
  {
    name: 'remove forgotten uploads',
    everySeconds: hourSeconds,
    firstAfterSeconds: 60,
    run: () => sweepStaging(store, Object.values(owners), hoursAgo(stagedForHours)),
  },
  {
    name: 'remove pictures that nobody knows',
    everySeconds: 24 * hourSeconds,
    firstAfterSeconds: 600,
    run: () => sweepOrphans(store, Object.values(owners)),
  },
];
