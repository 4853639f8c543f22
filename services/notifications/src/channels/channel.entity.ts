import { newId } from '@site/platform/base/ids';
import { time } from '@site/platform/data/database';
import type { Preferences } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import type { ChannelKind, ChannelState } from '@site/proto/notifications/v1/subscriptions.responses';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type { ChannelKind, ChannelState };

/** Returns a channel's shard, the last hex digit of its random id. Senders divide a dispatch by shards. */
export const shardOf = (channelId: string): number => Number.parseInt(channelId.slice(-1), 16);

/** A subscriber's channel. pending: awaiting confirmation. bounced: no such mailbox or number. */
@Entity('channels')
export class Channel {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('uuid') subscriberId!: string;
  @Column('smallint') shard!: number;
  @Column('text') kind!: ChannelKind;
  /** Endpoint, email address, number or URL, sealed for this row. */
  @Column('bytea') addressSealed!: Buffer;
  @Column('bytea') addressHash!: Buffer;
  /** For web push: "https://fcm.googleapis.com". */
  @Column('text', { nullable: true }) pushOrigin!: string | null;
  /** Of a browser `{ p256dh, auth }`, of a webhook its secret; sealed. */
  @Column('bytea', { nullable: true }) keysSealed!: Buffer | null;
  @Column('text', { default: 'pending' }) state!: ChannelState;
  /** When, to which text, and from which network its owner consented. */
  @Column({ ...time, nullable: true }) consentAt!: string | null;
  @Column('text', { nullable: true }) consentVersion!: string | null;
  @Column('text', { nullable: true }) consentNetwork!: string | null;
  @Column({ ...time, nullable: true }) confirmedAt!: string | null;
  @Column({ ...time, nullable: true }) lastOkAt!: string | null;
  /** When its browser reported a new endpoint, which says nothing about its push service until it accepts a message. */
  @Column({ ...time, nullable: true }) movedAt!: string | null;
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
}

/**
 * "confirm": asks the owner to confirm. "manage": sends the preferences link, because a confirmed channel was signed up
 * again. "still-there": checks that the channel still works after a long silence.
 */
export type ConfirmationPurpose = 'confirm' | 'manage' | 'still-there';

/**
 * An unanswered confirmation with the newest sign-up's preferences, so that signing up someone else's address changes
 * nothing for them.
 */
@Entity('confirmations')
export class Confirmation {
  @PrimaryColumn('uuid') channelId!: string;
  @Column('text') purpose!: ConfirmationPurpose;
  /** Null unless the purpose is "confirm". */
  @Column('jsonb', { nullable: true }) preferences!: Preferences | null;
  /** Of the browser that signed up, sealed. */
  @Column('bytea', { nullable: true }) keysSealed!: Buffer | null;
  @Column('text', { default: '' }) consentVersion!: string;
  @Column('text', { default: '' }) network!: string;
  /** Pseudonym of the client's address, for rate limits. */
  @Column('text', { default: '' }) client!: string;
  @Column({ ...time, default: () => 'now()' }) requestedAt!: string;
  /** When to send or resend the message; null if nothing is due. */
  @Column({ ...time, nullable: true }) dueAt!: string | null;
  @Column('smallint', { default: 0 }) tries!: number;
  @Column({ ...time, nullable: true }) lastSentAt!: string | null;
}
