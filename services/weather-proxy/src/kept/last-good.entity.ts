import { isoDate } from '@site/platform/data/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last answer of a provider that passed every check, for restarts and for when the provider gives none. */
@Entity('last_good')
export class LastGood {
  /** The question and the version of the answer's shape, for instance "forecast/2/34.76,-92.28". */
  @PrimaryColumn('text') key!: string;
  @Column('jsonb') body!: unknown;
  /** When the provider gave it. */
  @Column('timestamptz', { transformer: isoDate }) fetchedAt!: string;
}
