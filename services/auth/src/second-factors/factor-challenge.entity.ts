import { Column, Entity, PrimaryColumn } from 'typeorm';

export type ChallengeKind = 'new-totp' | 'new-passkey' | 'passkey';

/** A pending challenge for an authenticator: at most one of each kind per session or half session. */
@Entity('factor_challenges')
export class FactorChallenge {
  /** The hash of the session or half session it is valid in. */
  @PrimaryColumn('text') boundTo!: string;
  @PrimaryColumn('text') kind!: ChallengeKind;
  @Column('uuid') personId!: string;
  /** The challenge of a passkey, or the encrypted secret of a new app. */
  @Column('text') value!: string;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt!: Date;
}
