import { Column, Entity, PrimaryColumn } from 'typeorm';

export type FactorKind = 'totp' | 'passkey';

/** An authenticator app, whose secret we share, or a passkey, whose public key we store. */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') personId!: string;
  @Column('text') kind!: FactorKind;
  @Column('text') label!: string;
  /** For an app: encrypted by `SecretSeal`, for this row and person only. */
  @Column('text', { nullable: true }) secretSealed!: string | null;
  /** For an app: the time step of the last accepted code; a code from this or an older step is a replay. */
  @Column('bigint', { nullable: true }) lastStep!: string | null;
  /** For a passkey, base64url. */
  @Column('text', { nullable: true }) credentialId!: string | null;
  /** For a passkey, COSE. */
  @Column('bytea', { nullable: true }) publicKey!: Buffer | null;
  /** For a passkey: its signature counter, if the device counts; a decrease reveals a cloned key. */
  @Column('bigint', { nullable: true }) counter!: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastUsedAt!: Date | null;
}

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

/** A single-use code that replaces a lost factor. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('text') codeHash!: string;
  @Column('uuid') personId!: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) usedAt!: Date | null;
}
