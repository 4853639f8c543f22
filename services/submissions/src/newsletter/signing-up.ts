import { newId } from '@site/platform/base/ids';
import { GroupCommit } from '@site/platform/data/group-commit';
import { outboxColumns, outboxInsert, outboxRow } from '@site/platform/jobs/outbox';
import type { SubscribeRequest } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { emailKey } from '@site/domain/email-address';
import { invalid } from '@site/proto/grpc';
import { sendConfirmationJob } from './subscription-mails.js';

/** Stores an address, or makes it pending again, and adds the job that decides whether a mail is due. */
export const signingUp = new GroupCommit({
  scope: 'newsletter.subscribe',
  columns: `id uuid, email text, ${outboxColumns}`,
  effect: `signed_up AS (
    INSERT INTO newsletter_subscribers AS known (id, email) SELECT id, email FROM claimed ORDER BY lower(email)
    ON CONFLICT (lower(email)) DO UPDATE SET
      signed_up_at = now(),
      state = CASE WHEN known.state IN ('unsubscribed', 'bounced') THEN 'pending' ELSE known.state END
    RETURNING id AS subscriber_id, email AS known_email
  ), queued AS (${outboxInsert({
    queue: 'mail',
    name: sendConfirmationJob,
    payload: `jsonb_build_object('subscriberId', subscriber_id)`,
    from: 'signed_up JOIN claimed ON lower(email) = lower(known_email)',
  })})`,
  submissionOf({ email: typed, idempotency }: SubscribeRequest) {
    if (!idempotency) throw invalid('The idempotency claim is missing.');
    const email = emailKey(typed);
    return {
      // Without a key, nothing is stored for replay: signing up twice is harmless, and the subscriber may have
      // unsubscribed between two sign-ups.
      claim: idempotency.key === undefined ? undefined : idempotency,
      result: {},
      row: { id: newId(), email, ...outboxRow() },
      unique: email,
    };
  },
});
