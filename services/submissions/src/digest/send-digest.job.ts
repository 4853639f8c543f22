import { addToOutbox } from '@site/platform/outbox';
import { firstValueFrom } from 'rxjs';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { idField, job, type JobHandlers } from '../jobs/job.js';
import { digestLetter } from '../mail/letters.js';
import type { AuthClients, MailParts } from '../mail/mail-parts.js';
import { sendOnce } from '../mail/send-once.js';

/**
 * Tells reviewers what waits for them: at most one mail in 15 minutes to each, only when something new has come in since
 * the last one, and once a day as a reminder.
 */
export const sendDigestJob = 'send-digest';

interface Waiting {
  photos: number;
  sponsors: number;
  newest_photo: Date | null;
  newest: Date | null;
}

async function whatWaits({ manager }: { manager: EntityManager }): Promise<Waiting> {
  const [waiting] = await manager.query<[Waiting]>(
    `SELECT photos.count::integer AS photos, sponsors.count::integer AS sponsors,
       photos.newest AS newest_photo, greatest(photos.newest, sponsors.newest) AS newest
     FROM (SELECT count(*), max(created_at) AS newest FROM snapshots WHERE status = 'pending' AND deleted_at IS NULL) AS photos,
       (SELECT count(*), max(created_at) AS newest FROM sponsors WHERE status = 'pending' AND deleted_at IS NULL) AS sponsors`,
  );
  return waiting;
}

/** A row that was being written while the last digest was asked for may be older than it. */
const overlap = `interval '5 seconds'`;

/** Asks for the digests that are due now. Any number of processes may do so at once. Returns how many. */
export async function askForDigests(dataSource: DataSource, auth: Pick<AuthClients, 'listReviewers'>): Promise<number> {
  const waiting = await whatWaits(dataSource);
  if (!waiting.newest) return 0;
  const { reviewers } = await firstValueFrom(auth.listReviewers({}));
  let asked = 0;
  for (const { id, role } of reviewers) {
    const newest = role === 'admin' ? waiting.newest : waiting.newest_photo;
    if (!newest) continue;
    asked += await dataSource.transaction(async (manager) => {
      const [due] = await manager.query<unknown[]>(
        `INSERT INTO moderation_digests AS known (reviewer_id) VALUES ($1)
         ON CONFLICT (reviewer_id) DO UPDATE SET asked_at = now()
         WHERE known.asked_at <= now() - interval '15 minutes'
           AND ($2::timestamptz > known.asked_at - ${overlap} OR known.asked_at <= now() - interval '1 day')
         RETURNING reviewer_id`,
        [id, newest],
      );
      if (due) await addToOutbox(manager, { queue: 'newsletter', name: sendDigestJob, payload: { reviewerId: id } });
      return due ? 1 : 0;
    });
  }
  return asked;
}

export const digestJobs = (parts: MailParts): JobHandlers => ({
  [sendDigestJob]: job(z.object({ reviewerId: idField }), 100, async ({ outboxId, payload: { reviewerId } }) => {
    const { reviewers } = await firstValueFrom(parts.auth.listReviewers({}));
    const reviewer = reviewers.find(({ id }) => id === reviewerId);
    await sendOnce(parts, {
      outboxId,
      kind: sendDigestJob,
      prepare: async (manager) => {
        const { photos, sponsors } = await whatWaits({ manager });
        const role = reviewer?.role === 'admin' ? 'admin' : 'moderator';
        const mine = { photos, sponsors: role === 'admin' ? sponsors : 0 };
        // Gone, or decided meanwhile.
        if (!reviewer || mine.photos + mine.sponsors === 0) return undefined;
        return { to: reviewer.email, letter: digestLetter({ site: parts.site, name: reviewer.name, role, ...mine }) };
      },
    });
  }),
});
