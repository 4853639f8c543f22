/** The digest of pending submissions that reviewers get by email. */
import { addToOutbox } from '@site/platform/jobs/outbox';
import { FailedRows } from '@site/platform/jobs/work-loop';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import type { AuthClients } from '../accounts/auth-clients.js';
import { idField, type HandlersOf } from '../jobs/job.js';
import type { Letter, Site } from '../mail/letter.js';
import { mailJob, type MailParts } from '../mail/send-once.js';

/**
 * Sends a reviewer the digest of pending submissions: at most every 15 minutes, and only when something new has come in
 * since, or a day has passed.
 */
const sendDigestJob = 'send-digest';

type Reviewers = Pick<AuthClients, 'listReviewers'>;

interface Waiting {
  photos: number;
  sponsors: number;
  newest_photo: Date | null;
  newest: Date | null;
}

async function whatWaits(database: Pick<EntityManager, 'query'>): Promise<Waiting> {
  const [waiting] = await database.query<[Waiting]>(
    `SELECT photos.count::integer AS photos, sponsors.count::integer AS sponsors,
       photos.newest AS newest_photo, greatest(photos.newest, sponsors.newest) AS newest
     FROM (SELECT count(*), max(created_at) AS newest FROM snapshots WHERE status = 'pending' AND deleted_at IS NULL) AS photos,
       (SELECT count(*), max(created_at) AS newest FROM sponsors WHERE status = 'pending' AND deleted_at IS NULL) AS sponsors`,
  );
  return waiting;
}

/** Covers rows that weren't committed when the last digest was requested. */
const overlap = `interval '5 seconds'`;

/** Adds jobs for the digests that are due; returns how many. Safe to run concurrently. */
export async function queueDigests(
  dataSource: DataSource,
  auth: Reviewers,
  rows = new FailedRows('digests'),
): Promise<number> {
  const waiting = await whatWaits(dataSource);
  if (!waiting.newest) return 0;
  const { reviewers } = await auth.listReviewers({});
  let queuedCount = 0;
  for (const { id, role } of reviewers) {
    const newest = role === 'admin' ? waiting.newest : waiting.newest_photo;
    if (!newest) continue;
    const { result: due } = await rows.attempt(id, () =>
      dataSource.transaction(async (manager) => {
        const [digest] = await manager.query<unknown[]>(
          `INSERT INTO moderation_digests AS known (reviewer_id) VALUES ($1)
           ON CONFLICT (reviewer_id) DO UPDATE SET requested_at = now()
           WHERE known.requested_at <= now() - interval '15 minutes'
             AND ($2::timestamptz > known.requested_at - ${overlap} OR known.requested_at <= now() - interval '1 day')
           RETURNING reviewer_id`,
          [id, newest],
        );
        if (digest) await addToOutbox(manager, { queue: 'mail', name: sendDigestJob, payload: { reviewerId: id } });
        return digest !== undefined;
      }),
    );
    if (due) queuedCount += 1;
  }
  return queuedCount;
}

/** Sends nothing if everything was decided meanwhile, or the user is no longer a reviewer. */
export const digestJobs = (parts: MailParts & { auth: Reviewers }): HandlersOf<'send-digest'> =>
  mailJob(parts, sendDigestJob, z.object({ reviewerId: idField }), async ({ payload: { reviewerId } }) => {
    const { reviewers } = await parts.auth.listReviewers({});
    const reviewer = reviewers.find(({ id }) => id === reviewerId);
    return {
      prepare: async (manager) => {
        const { photos, sponsors } = await whatWaits(manager);
        const role = reviewer?.role === 'admin' ? 'admin' : 'moderator';
        const pendingCounts = { photos, sponsors: role === 'admin' ? sponsors : 0 };
        // No longer a reviewer, or everything is decided.
        if (!reviewer || pendingCounts.photos + pendingCounts.sponsors === 0) return undefined;
        return {
          to: reviewer.email,
          letter: digestLetter({ site: parts.site, name: reviewer.name, role, ...pendingCounts }),
        };
      },
    };
  });

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;

function digestLetter(digest: {
  site: Site;
  name: string;
  role: 'admin' | 'moderator';
  photos: number;
  sponsors: number;
}): Letter {
  const { site, name, role, photos, sponsors } = digest;
  const waiting = [
    ...(photos > 0 ? [many(photos, 'photo', 'photos')] : []),
    ...(sponsors > 0 ? [many(sponsors, 'sponsor request', 'sponsor requests')] : []),
  ].join(' and ');
  const waits = photos + sponsors === 1 ? 'waits' : 'wait';
  const path = role === 'moderator' ? '/moderate' : photos > 0 ? '/dashboard/snapshot' : '/dashboard/sponsor';
  return {
    subject: `${waiting} ${waits} for you`,
    preview: `On ${site.name}, for your review.`,
    heading: `${waiting} ${waits} for a decision`,
    blocks: [
      {
        kind: 'text',
        text: `Hello ${name}, there are new submissions on ${site.name}. They won't be public until they're approved.`,
      },
      { kind: 'button', label: 'Review', url: `${site.url}${path}` },
      {
        kind: 'small',
        text: "You'll get at most one of these mails in 15 minutes, and none while nothing new has come in.",
      },
    ],
    reason: `You're getting this mail because you review submissions for ${site.name}.`,
  };
}
