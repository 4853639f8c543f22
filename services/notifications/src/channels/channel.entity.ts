import { newId } from '@site/platform/base/ids';
import { isoDate } from '@site/platform/data/database';
import type { ChannelKind, ChannelState } from '@site/proto/notifications/v1/subscriptions.answers';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type { ChannelKind, ChannelState };

const time = { type: 'timestamptz', precision: 3, transformer: isoDate } as const;

/** Returns a channel's shard of 16, the last digit of its random id. Senders divide a dispatch by shards. */
export const shardOf = (channelId: string): number => Number.parseInt(channelId.slice(-1), 16);

/** A subscriber. No name: only their preferences and channels. */
@Entity('subscribers')
export class Subscriber {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text', { default: 'pending' }) state!: 'pending' | 'confirmed' | 'ended';
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
  @Column({ ...time, nullable: true }) confirmedAt!: string | null;
  @Column({ ...time, nullable: true }) endedAt!: string | null;
  /** When their browser, or a visitor with one of our links, was last here. */
  @Column({ ...time, nullable: true }) lastSeenAt!: string | null;
}

/** A subscriber's channel. pending: awaiting confirmation. bounced: no such mailbox or number. */
@Entity('channels')
export class Channel {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('uuid') subscriberId!: string;
  @Column('smallint') shard!: number;
  @Column('text') kind!: ChannelKind;
  /** Endpoint, email address, number or URL, sealed by `AddressSeal` for this row. */
  @Column('bytea') addressSealed!: Buffer;
  /** Lookup hash (`AddressSeal.hash`). */
  @Column('bytea') addressHash!: Buffer;
  /** Whether the address is in canonical form. False for rows of the previous release and earlier. */
  @Column('boolean', { default: false }) canonical!: boolean;
  /** For web push, such as "https://fcm.googleapis.com"; otherwise null. */
  @Column('text', { nullable: true }) pushOrigin!: string | null;
  /** Of a browser `{ p256dh, auth }`, of a webhook its secret; sealed by `AddressSeal`. */
  @Column('bytea', { nullable: true }) keysSealed!: Buffer | null;
  @Column('text', { default: 'pending' }) state!: ChannelState;
  /** When, to which text, and from which network its owner consented. */
  @Column({ ...time, nullable: true }) consentAt!: string | null;
  @Column('text', { nullable: true }) consentVersion!: string | null;
  @Column('text', { nullable: true }) consentNetwork!: string | null;
  @Column({ ...time, nullable: true }) confirmedAt!: string | null;
  /** When a message was last accepted. */
  @Column({ ...time, nullable: true }) lastOkAt!: string | null;
  /**
   * When its browser reported a new endpoint. Until that accepts a message, it isn't evidence about its push service.
   */
  @Column({ ...time, nullable: true }) movedAt!: string | null;
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
}
