import { askForDigests } from '../digest/send-digest.job.js';
import { sweepMail } from '../mail/sweep-mail.js';
import { makeWeeklyCampaign } from '../newsletter/weekly-campaign.js';
import { sweepOrphans } from '../pictures/sweep-orphans.js';
import { stagedForHours, sweepStaging } from '../pictures/sweep-staging.js';
import type { JobParts } from './job-parts.js';
import type { PeriodicTask } from './periodic.js';

const hourSeconds = 3_600;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourSeconds * 1_000);

/** What the worker does by the clock. */
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
  {
    name: 'forget old mail',
    everySeconds: hourSeconds,
    firstAfterSeconds: 120,
    run: () => sweepMail(dataSource),
  },
];
