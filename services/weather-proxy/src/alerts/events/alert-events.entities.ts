import { isoDate } from '@site/platform/data/database';
import type { Alert } from '@site/proto/gen/nest/weather/v1/alerts';
import type { SetAsideAlert } from '../messages/active-alert.js';
import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

export const isoDateOrNull = {
  to: (value: string | null) => value,
  from: (value: Date | null) => value?.toISOString() ?? null,
};

/** Append-only; removed after two years. */
@Entity('alert_events')
@Unique(['eventKey', 'revision'])
export class AlertEventRow {
  /** In commit order, without gaps: only transactions that lock the list write. */
  @PrimaryColumn('integer') sequence!: number;
  @Column('text') eventKey!: string;
  @Column('integer') revision!: number;
  /** A VTEC action, "UNLISTED" (left the list before its end) or "END" (unlisted for a day without an end time). */
  @Column('text') action!: string;
  @Column('text') event!: string;
  @Column('text') severity!: string;
  @Column('text', { array: true }) counties!: string[];
  @Column('text', { array: true }) newCounties!: string[];
  /** Released because another event replaces it there, or its time there is over. */
  @Column('text', { array: true, default: [] }) replacedCounties!: string[];
  /** Empty for "END". */
  @Column('text') alertId!: string;
  @Column('integer') danger!: number;
  @Column('integer') threatStep!: number;
  @Column('timestamptz', { transformer: isoDate }) sent!: string;
  /** By the upstream clock. */
  @Column('timestamptz', { transformer: isoDate }) firstSeenAt!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) onset!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) ends!: string | null;
  @Column('text', { array: true }) changes!: string[];
  /** In force with the revision; for an ending, its messages. */
  @Column('jsonb') alerts!: Alert[];
  /** In effect before we could see it (new installation, outage). */
  @Column('boolean', { default: false }) alreadyActive!: boolean;
}

/** An event's newest revision. */
@Entity('alert_event_heads')
export class AlertEventHead {
  @PrimaryColumn('text') eventKey!: string;
  @Column('text') event!: string;
  @Column('integer') revision!: number;
  /** Of the newest revision's messages. */
  @Column('text') digest!: string;
  /** Complete lists in a row without the event. */
  @Column('integer') missedPolls!: number;
  @Column('timestamptz', { transformer: isoDate }) beganAt!: string;
  @Column('timestamptz', { transformer: isoDate }) lastSeenAt!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) ends!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) endedAt!: string | null;
  @Column('text') endedBy!: EndedBy;
  /** When it left the list before its end. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) unlistedAt!: string | null;
  @Column('text', { nullable: true }) successorKey!: string | null;
}

export type EndedBy = '' | 'cancelled' | 'expired' | 'upgraded' | 'ended';

/** Maps messages to events, for links to messages. */
@Entity('alert_messages')
export class AlertMessage {
  @PrimaryColumn('text') alertId!: string;
  @Column('text') eventKey!: string;
  @Column('timestamptz', { transformer: isoDate }) firstSeenAt!: string;
}

/** The list: a single row. */
@Entity('alert_list')
export class AlertListRow {
  @PrimaryColumn('smallint') id!: 1;
  /** Increases with every poll. */
  @Column('integer') version!: number;
  /** The version at which `alerts` last changed. */
  @Column('integer') listVersion!: number;
  @Column('text') source!: string;
  @Column('jsonb') alerts!: unknown;
  /** For conditional requests. */
  @Column('jsonb') validators!: unknown;
  /** By the upstream clock. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) updatedAt!: string | null;
  /** The upstream time, and its receipt by the database's clock. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) upstreamTime!: string | null;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) upstreamTimeReadAt!: string | null;
  /** Failed polls in a row. */
  @Column('integer') failures!: number;
  /** Alerts that can't be read or stored, with reasons. */
  @Column('jsonb', { default: [] }) setAside!: SetAsideAlert[];
  /** Since when the newest poll's events can't be recorded. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) eventsStuckSince!: string | null;
  /** After a first failure, the list is valid until then, by the database's clock. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) passedUntil!: string | null;
}
