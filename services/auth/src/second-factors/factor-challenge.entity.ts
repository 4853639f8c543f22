import { Column, Entity, PrimaryColumn } from 'typeorm';

export type ChallengeKind = 'new-totp' | 'new-passkey' | 'passkey';

/** What an authenticator has been given to answer: at most one of a kind for each session and half session. */
@Entity('factor_challenges')
export class FactorChallenge {
  /** The hash of the session or half session in which it may be answered. */
  @PrimaryColumn('text') boundTo!: string;
  @PrimaryColumn('text') kind!: ChallengeKind;
  @Column('uuid') personId!: string;
  /** The challenge of a passkey; of a new app its secret, sealed. */
  @Column('text') value!: string;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt!: Date;
}
