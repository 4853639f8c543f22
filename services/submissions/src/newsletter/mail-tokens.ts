import { createHash, randomBytes } from 'node:crypto';
import { notFound } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';
import { MailToken } from './mail-token.entity.js';
import { Subscriber } from './subscriber.entity.js';

export const confirmsForDays = 7;

const tokenBytes = 32;
/** In characters. */
export const mailTokenLength = Math.ceil((tokenBytes * 4) / 3);
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Returns a token, and its hash for the database. */
export function makeMailToken(): { token: string; hash: string } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, hash: hashOf(token) };
}

/**
 * Issues the token for a mail that is about to be sent, in the manager's transaction. The token itself exists only in
 * the mail.
 * @param purpose "confirm" for a confirmation mail, "manage" for all others
 */
export async function issueMailToken(
  manager: EntityManager,
  subscriberId: string,
  purpose: 'confirm' | 'manage',
): Promise<string> {
  const { token, hash } = makeMailToken();
  await manager.query(
    `INSERT INTO newsletter_tokens (hash, subscriber_id, confirms_until)
     VALUES ($1, $2, CASE WHEN $3 THEN now() + make_interval(days => ${confirmsForDays}) END)`,
    [hash, subscriberId, purpose === 'confirm'],
  );
  return token;
}

/**
 * Returns the token's row and its subscriber, which stays locked until the transaction ends.
 * @throws NOT_FOUND when the token is unknown
 */
export async function openMailToken(manager: EntityManager, token: string): Promise<[MailToken, Subscriber]> {
  const hash = hashOf(token);
  const found = await manager.findOneBy(MailToken, { hash });
  const subscriber =
    found &&
    (await manager.findOne(Subscriber, { where: { id: found.subscriberId }, lock: { mode: 'pessimistic_write' } }));
  // Read again under the lock: a concurrent request may have used the token.
  const mailToken = subscriber && (await manager.findOneBy(MailToken, { hash }));
  if (!mailToken) throw notFound('This link is not valid. Use the link in our latest mail, or sign up again.');
  return [mailToken, subscriber];
}
