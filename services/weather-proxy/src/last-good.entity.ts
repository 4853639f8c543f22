import { isoDate } from '@site/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last answer of a provider that passed every check, for the time when it gives none. Survives restarts. */
@Entity('last_good')
export class LastGood {
  /** What it answers and in which version of its shape, for instance "forecast/2/34.75,-92.28". */
  @PrimaryColumn('text') key!: string;
  @Column('jsonb') body!: unknown;
  /** When the provider gave it. */
  @Column('timestamptz', { transformer: isoDate }) fetchedAt!: string;
}
