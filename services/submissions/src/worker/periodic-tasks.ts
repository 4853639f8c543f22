import { askForDigests } from '../digest/send-digest.job.js';
import type { PeriodicTask } from '../jobs/periodic.js';
import { makeWeeklyCampaign } from '../newsletter/weekly-campaign.js';
import { stagedForHours, sweepOrphans, sweepStaging } from '../pictures/sweep-objects.js';
import type { JobParts } from './job-parts.js';

const hourSeconds = 3_600;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourSeconds * 1_000);

/** The worker's periodic work. */
export const periodicTasks = ({ dataSource, store, owners, auth }: JobParts): PeriodicTask[] => [
  {
    name: 'ask for digests',
    everySeconds: 30,
    firstAfterSeconds: 10,
    run: () => askForDigests(dataSource, auth),
  },
  {
    name: 'make the weekly newsletter',
    everySeconds: 600,
    firstAfterSeconds: 30,
    run: async () => ((await makeWeeklyCampaign(dataSource, new Date())) ? 1 : 0),
  },
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
