import { newId } from '@site/platform/base/ids';
import { isoDate } from '@site/platform/data/database';
import type { ChannelKind, ChannelState } from '@site/proto/notifications/v1/subscriptions.answers';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type { ChannelKind, ChannelState };

const time = { type: 'timestamptz', precision: 3, transformer: isoDate } as const;

/** Which of 16 shards a channel is in: the last digit of its id, which is random. Senders share out a run by shards. */
export const shardOf = (channelId: string): number => Number.parseInt(channelId.slice(-1), 16);

/** Somebody who wants to be told. No name: only what they chose and the channels that lead to them. */
@Entity('subscribers')
export class Subscriber {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('text', { default: 'pending' }) state!: 'pending' | 'confirmed' | 'ended';
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
  @Column({ ...time, nullable: true }) confirmedAt!: string | null;
  @Column({ ...time, nullable: true }) endedAt!: string | null;
  /** When their browser, or somebody with a link of ours, was last here. */
  @Column({ ...time, nullable: true }) lastSeenAt!: string | null;
}

/** One way to them. pending: asked, has not answered. bounced: there is no such mailbox or number. */
@Entity('channels')
export class Channel {
  @PrimaryColumn('uuid') id: string = newId();
  @Column('uuid') subscriberId!: string;
  @Column('smallint') shard!: number;
  @Column('text') kind!: ChannelKind;
  /** Endpoint, e-mail address, number or URL, by `AddressSeal` for this row. */
  @Column('bytea') addressSealed!: Buffer;
  /** By which the same address is found again (`AddressSeal.hash`). */
  @Column('bytea') addressHash!: Buffer;
  /** Whether the address is in canonical form. The previous release, and rows from before there was one, say no. */
  @Column('boolean', { default: false }) canonical!: boolean;
  /** "https://fcm.googleapis.com"; null but for web push. */
  @Column('text', { nullable: true }) pushOrigin!: string | null;
  /** Of a browser `{ p256dh, auth }`, of a webhook its secret; by `AddressSeal`. */
  @Column('bytea', { nullable: true }) keysSealed!: Buffer | null;
  @Column('text', { default: 'pending' }) state!: ChannelState;
  /** When, to which text, and from which network its owner agreed. */
  @Column({ ...time, nullable: true }) consentAt!: string | null;
  @Column('text', { nullable: true }) consentVersion!: string | null;
  @Column('text', { nullable: true }) consentNetwork!: string | null;
  @Column({ ...time, nullable: true }) confirmedAt!: string | null;
  /** When something was last accepted for it. */
  @Column({ ...time, nullable: true }) lastOkAt!: string | null;
  /** When its browser said that it has another endpoint now. Until that has accepted something, it says nothing about its push service. */
  @Column({ ...time, nullable: true }) movedAt!: string | null;
  @Column({ ...time, default: () => 'now()' }) createdAt!: string;
}
