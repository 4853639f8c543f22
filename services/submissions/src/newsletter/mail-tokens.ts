import { createHash, randomBytes } from 'node:crypto';
import { notFound } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';
import { MailToken } from './mail-token.entity.js';
import { Subscriber } from './subscriber.entity.js';

/** How long the link of a confirmation mail confirms. */
export const confirmsForDays = 7;

const tokenBytes = 32;
/** In characters. */
export const mailTokenLength = Math.ceil((tokenBytes * 4) / 3);
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** A token, and the only thing that the database stores of it. */
export function makeMailToken(): { token: string; hash: string } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, hash: hashOf(token) };
}

/**
 * Makes the token of a mail that is about to be sent, in the manager's transaction. Its text exists only in the mail.
 * @param purpose "confirm" for a confirmation mail, "manage" for every other
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
 * The token's row and its subscriber, which stays locked until the transaction ends.
 * @throws NOT_FOUND when it is no token of ours
 */
export async function openMailToken(manager: EntityManager, token: string): Promise<[MailToken, Subscriber]> {
  const hash = hashOf(token);
  const found = await manager.findOneBy(MailToken, { hash });
  const subscriber =
    found &&
    (await manager.findOne(Subscriber, { where: { id: found.subscriberId }, lock: { mode: 'pessimistic_write' } }));
  // Read again under the lock: the previous holder may have used the token.
  const mailToken = subscriber && (await manager.findOneBy(MailToken, { hash }));
  if (!mailToken) throw notFound('This link is not valid. Please use the link of our latest mail, or sign up again.');
  return [mailToken, subscriber];
}
