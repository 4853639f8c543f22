import { isoDate } from '@site/platform/data/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { isoDateOrNull } from '../events/alert-events.entities.js';

/**
 * "standing": in force by the NWWS-OI feed. "confirmed": the list has the same, or newer. "over": ended, or never
 * listed.
 */
export type NwwsState = 'standing' | 'confirmed' | 'over';

/** It started or upgraded an event. */
@Entity('nwws_alerts')
export class NwwsAlert {
  @PrimaryColumn('text') alertId!: string;
  /** The event without the year, "KLZK.TO.W.0042". */
  @Column('text') name!: string;
  @Column('text') state!: NwwsState;
  /** In the format of the list. */
  @Column('jsonb') feature!: object;
  @Column('timestamptz', { transformer: isoDate }) sent!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) ends!: string | null;
  /** By the upstream clock, like the others. */
  @Column('timestamptz', { transformer: isoDate }) receivedAt!: string;
  /** When the feed last mentioned the event. */
  @Column('timestamptz', { transformer: isoDate }) lastReceivedAt!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) resolvedAt!: string | null;
  /** When operators were alerted. */
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) alarmedAt!: string | null;
}

/** An event that the NWWS-OI feed ended. */
@Entity('nwws_endings')
export class NwwsEndingRow {
  @PrimaryColumn('text') name!: string;
  @Column('timestamptz', { transformer: isoDate }) sent!: string;
  /** When it was received, or takes effect. */
  @Column('timestamptz', { transformer: isoDate }) overAt!: string;
  @Column('timestamptz', { nullable: true, transformer: isoDateOrNull }) alarmedAt!: string | null;
}
