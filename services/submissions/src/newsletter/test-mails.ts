/** Previews and test mails of a campaign, for the admin who prepares it. */
import { addToOutbox } from '@site/platform/jobs/outbox';
import { newId } from '@site/platform/base/ids';
import { time } from '@site/platform/data/database';
import type { PreviewCampaignResponse, SendTestMailRequest } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { tooMany, type Caller } from '@site/proto/grpc';
import { Column, Entity, PrimaryColumn, type DataSource } from 'typeorm';
import { z } from 'zod';
import type { AuthClients } from '../accounts/auth-clients.js';
import { idField, type HandlersOf } from '../jobs/job.js';
import { composeMail } from '../mail/compose.js';
import type { Site } from '../mail/letter.js';
import { mailJob, type MailParts } from '../mail/send-once.js';
import { postLetter, testLetter, type CampaignContent, type Story } from './newsletter-letters.js';
import { readStory, readContent } from './story-message.js';

/** A story that an admin wants as a test mail. Auth has the admin's address. */
@Entity('test_mails')
export class TestMail {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('uuid') personId!: string;
  @Column('jsonb') story!: Story;
  @Column('jsonb', { default: {} }) texts!: CampaignContent;
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
}

const sendTestJob = 'send-test-mail';
const maxTests = 10;
const withinMinutes = 10;

/** A mail that only an admin sees. */
type Trial = Pick<SendTestMailRequest, 'story' | 'content'>;

/** Returns the mail as subscribers get it, without a token in its links. */
export function previewMail({ story, content: texts }: Trial, site: Site): PreviewCampaignResponse {
  const of = { site, token: '', story: readStory(story), texts: readContent(texts) };
  const { token: _none, ...letter } = postLetter(of);
  const { subject, html, text } = composeMail({ ...letter, isTrial: true }, { id: 'preview', to: '', site });
  return { subject, html, text };
}

/** Adds the job for a test mail to the caller. @throws INVALID_ARGUMENT, RESOURCE_EXHAUSTED */
export async function addTestMail(dataSource: DataSource, trial: Trial, { id: userId }: Caller) {
  const story = readStory(trial.story);
  const content = readContent(trial.content);
  await dataSource.transaction(async (manager) => {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`test mails of ${userId}`]);
    const [{ count }] = await manager.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count FROM test_mails
       WHERE person_id = $1 AND created_at > now() - interval '${withinMinutes} minutes'`,
      [userId],
    );
    if (count >= maxTests)
      throw tooMany('You can send ten test mails in ten minutes. Try again later.', withinMinutes * 60);
    const id = newId();
    await manager.insert(TestMail, { id, personId: userId, story, texts: content });
    await addToOutbox(manager, { queue: 'mail', name: sendTestJob, payload: { testId: id } });
  });
}

/** Sends test mails to users who are still admins. */
export const testMailJobs = (
  parts: MailParts & { auth: Pick<AuthClients, 'listReviewers'> },
): HandlersOf<'send-test-mail'> =>
  mailJob(parts, sendTestJob, z.object({ testId: idField }), async ({ payload: { testId } }) => {
    const { reviewers } = await parts.auth.listReviewers({});
    return {
      prepare: async (manager) => {
        const test = await manager.findOneBy(TestMail, { id: testId });
        const admin = reviewers.find(({ id, role }) => id === test?.personId && role === 'admin');
        if (!test || !admin) return undefined;
        return { to: admin.email, letter: testLetter({ site: parts.site, story: test.story, texts: test.texts }) };
      },
    };
  });
