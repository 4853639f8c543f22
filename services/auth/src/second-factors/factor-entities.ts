import { Column, Entity, PrimaryColumn } from 'typeorm';

export type FactorKind = 'totp' | 'passkey';

/** An authenticator app (we share its secret) or a passkey (we store its public key). */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') personId!: string;
  @Column('text') kind!: FactorKind;
  @Column('text') label!: string;
  /** For an app: encrypted by `SecretSeal` for this row and person. */
  @Column('text', { nullable: true }) secretSealed!: string | null;
  /** For an app: the last accepted code's time step; this or an older step is a replay. */
  @Column('bigint', { nullable: true }) lastStep!: string | null;
  /** For a passkey, base64url. */
  @Column('text', { nullable: true }) credentialId!: string | null;
  /** For a passkey, COSE. */
  @Column('bytea', { nullable: true }) publicKey!: Buffer | null;
  /** For a passkey: its signature counter, if any; a decrease reveals a cloned key. */
  @Column('bigint', { nullable: true }) counter!: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastUsedAt!: Date | null;
}

export type ChallengeKind = 'new-totp' | 'new-passkey' | 'passkey';

/** At most one of each kind per session or half session. */
@Entity('factor_challenges')
export class FactorChallenge {
  /** Hash of the session or half session. */
  @PrimaryColumn('text') boundTo!: string;
  @PrimaryColumn('text') kind!: ChallengeKind;
  @Column('uuid') personId!: string;
  /** A passkey's challenge, or a new app's encrypted secret. */
  @Column('text') value!: string;
  @Column({ type: 'timestamptz', precision: 3 }) expiresAt!: Date;
}

/** Replaces a lost factor, once. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('text') codeHash!: string;
  @Column('uuid') personId!: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) usedAt!: Date | null;
}
