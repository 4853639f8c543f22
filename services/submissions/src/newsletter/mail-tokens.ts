/** Tokens in the links of newsletter mails. */
import { createHash, randomBytes } from 'node:crypto';
import { time } from '@site/platform/data/database';
import { notFound } from '@site/proto/grpc';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type EntityManager } from 'typeorm';
import { Subscriber } from './subscriber.entity.js';

/**
 * Authorizes the mailbox's owner; each mail has its own. Every token can unsubscribe and change preferences; a
 * confirmation mail's can also confirm, once and for a limited time. Only the hash is stored, so that a copy of this
 * table grants no access.
 */
@Entity('newsletter_tokens')
export class MailToken {
  /** Hex SHA-256: the token is 256 random bits, so a plain hash is safe. */
  @PrimaryColumn('text') hash!: string;
  @Column('uuid') subscriberId!: string;
  @ManyToOne(() => Subscriber, { onDelete: 'CASCADE' })
  @JoinColumn({ foreignKeyConstraintName: 'newsletter_tokens_subscriber' })
  subscriber!: Subscriber;
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
  /** Null for tokens of other mails. */
  @Column({ ...time, nullable: true }) confirmsUntil!: string | null;
  @Column({ ...time, nullable: true }) confirmedAt!: string | null;
}

const confirmsForDays = 7;

const tokenBytes = 32;
/** In characters. */
export const mailTokenLength = Math.ceil((tokenBytes * 4) / 3);
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Returns a new token and its hash; the caller stores only the hash. */
export function makeMailToken(): { token: string; hash: string } {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, hash: hashOf(token) };
}

/**
 * Issues the token for a mail about to be sent, in the manager's transaction. The token itself exists only in the mail.
 * @param purpose "confirm" for a confirmation mail, otherwise "manage"
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
 * Returns the token's row and its subscriber, locked until the transaction ends.
 * @throws NOT_FOUND when the token is unknown
 */
export async function openMailToken(manager: EntityManager, token: string): Promise<[MailToken, Subscriber]> {
  const hash = hashOf(token);
  const found = await manager.findOneBy(MailToken, { hash });
  const subscriber =
    found &&
    (await manager.findOne(Subscriber, { where: { id: found.subscriberId }, lock: { mode: 'pessimistic_write' } }));
  // Again under the lock: a concurrent request may have used the token.
  const mailToken = subscriber && (await manager.findOneBy(MailToken, { hash }));
  if (!mailToken) throw notFound('This link is not valid. Use the link in our latest mail, or sign up again.');
  return [mailToken, subscriber];
}
