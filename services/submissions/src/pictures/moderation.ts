import { isId } from '@site/platform/ids';
import { metrics } from '@site/platform/metrics';
import { type ObjectStore } from '@site/platform/object-store';
import { openWorker, type QueueSettings } from '@site/platform/queue';
import { runInContext } from '@site/platform/request-context';
import { type Logger } from '@site/platform/tokens';
import { DelayedError, UnrecoverableError, type Job } from 'bullmq';
import { Histogram } from 'prom-client';
import { type DataSource } from 'typeorm';
import { z } from 'zod';
import { isOutage } from './outage.js';
import { placePicture, placePictureJob } from './place-picture.job.js';
import { type PictureOwners } from './picture-owners.js';
import { processPicture, processPictureJob } from './process-picture.job.js';
import { stagedForHours, sweepStaging } from './sweep-staging.js';

/** The working end of the queue "moderation": which job is done by whom, how many at once, and the hourly sweep. */
export interface ModerationParts {
  dataSource: DataSource;
  store: ObjectStore;
  owners: PictureOwners;
  queue: QueueSettings;
  logger: Logger;
}

/** A 50-megapixel picture takes some 200 MB while it is decoded. */
const picturesAtOnce = 2;
const sweepEveryMs = 3_600_000;
const firstSweepAfterMs = 60_000;
const longestWaitMs = 60_000;

const jobSeconds = new Histogram({
  name: 'moderation_job_seconds',
  help: 'Duration of jobs of the moderation queue',
  labelNames: ['job', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30],
  registers: [metrics],
});

const id = z.string().refine(isId, 'is no id');
const jobData = z.object({
  outboxId: id,
  payload: z.object({ pictureId: id, owner: z.enum(['submissions', 'content']) }),
});

function run(job: Job, { dataSource, store, owners }: ModerationParts): Promise<void> {
  const parsed = jobData.safeParse(job.data);
  if (!parsed.success) throw new UnrecoverableError(`the job's data is wrong: ${z.prettifyError(parsed.error)}`);
  const { outboxId, payload } = parsed.data;
  const { pictureId, owner } = payload;
  if (job.name === processPictureJob) return processPicture({ outboxId, pictureId }, { owner: owners[owner], store });
  if (job.name === placePictureJob && owner === 'submissions') {
    return placePicture({ outboxId, pictureId }, { dataSource, store });
  }
  throw new UnrecoverableError(`this worker has no job "${job.name}" for pictures of ${owner}`);
}

async function work(job: Job, token: string | undefined, parts: ModerationParts): Promise<void> {
  const stop = jobSeconds.startTimer({ job: job.name });
  try {
    await run(job, parts);
    const seconds = stop({ outcome: 'done' });
    parts.logger.info({ job: job.name, seconds }, 'job done');
  } catch (error) {
    if (!isOutage(error)) {
      stop({ outcome: 'failed' });
      parts.logger.error({ err: error, job: job.name, attempt: job.attemptsMade + 1 }, 'job failed');
      throw error;
    }
    stop({ outcome: 'postponed' });
    const longest = Math.min(1_000 * 2 ** job.attemptsStarted, longestWaitMs);
    const waitMs = Math.round(longest * (0.5 + Math.random() / 2));
    parts.logger.warn({ err: error, job: job.name, waitMs }, 'job postponed: something it needs is away');
    await job.moveToDelayed(Date.now() + waitMs, token);
    throw new DelayedError();
  }
}

export interface Moderation {
  /** Takes no more jobs and finishes those in hand. */
  close(): Promise<void>;
}

/** Starts working. */
export function startModeration(parts: ModerationParts): Moderation {
  const worker = openWorker(
    'moderation',
    // The job's id follows it through the log as a request's does.
    (job, token) => runInContext({ requestId: job.id ?? '' }, () => work(job, token, parts)),
    parts.queue,
    picturesAtOnce,
  );
  let sweeping: Promise<void> | undefined;
  const sweep = () => {
    const before = new Date(Date.now() - stagedForHours * 3_600_000);
    sweeping = sweepStaging(parts.store, Object.values(parts.owners), before).then(
      (removed) => parts.logger.info({ removed }, 'swept forgotten uploads'),
      (error: unknown) =>
        parts.logger.warn({ err: error }, 'forgotten uploads could not be swept; next try in an hour'),
    );
  };
  const first = setTimeout(sweep, firstSweepAfterMs);
  const timer = setInterval(sweep, sweepEveryMs);
  return {
    async close() {
      clearTimeout(first);
      clearInterval(timer);
      await worker.close();
      await sweeping;
    },
  };
}
