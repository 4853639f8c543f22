import { Column, Entity, PrimaryColumn } from 'typeorm';

export type FactorKind = 'totp' | 'passkey';

/** An authenticator app, whose secret we share, or a passkey, of which we have the public half. */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') personId!: string;
  @Column('text') kind!: FactorKind;
  /** What its owner calls it. */
  @Column('text') label!: string;
  /** Of an app: by `SecretSeal`, for this row and person only. */
  @Column('text', { nullable: true }) secretSealed!: string | null;
  /** Of an app: the time step of the last code taken; a code of this or an older one is a repetition. */
  @Column('bigint', { nullable: true }) lastStep!: string | null;
  /** Of a passkey, base64url. */
  @Column('text', { nullable: true }) credentialId!: string | null;
  /** Of a passkey, COSE. */
  @Column('bytea', { nullable: true }) publicKey!: Buffer | null;
  /** Of a passkey: how often it was used, where its device counts; one that falls back is a copy. */
  @Column('bigint', { nullable: true }) counter!: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) lastUsedAt!: Date | null;
}
