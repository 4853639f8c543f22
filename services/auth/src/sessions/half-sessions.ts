/** Sign-ins that still need their second factor: five minutes, five attempts. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SecondStep } from '@site/proto/gen/nest/auth/v1/sessions';
import { unauthenticated } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';
import { CLOCK, type Clock, SESSION_SETTINGS, type SessionSettings } from '../settings.js';
import { KeyedHash } from './keyed-hash.js';
import { lockUser, type Person, type Role } from '../people/person.entity.js';
import { HalfSession } from './session-entities.js';

const validMs = 5 * 60_000;
/** Wrong attempts; then the user must enter the password again. */
const maxAttempts = 5;

const randomLength = 32;
const idLength = 16;
const signatureLength = 16;

const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The token has 256 random bits, so its hash needs no key. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export const halfSessionOver = () => unauthenticated('Your time to sign in has run out. Please sign in again.');

/** Sign-ins between the password and the second factor. */
@Injectable()
export class HalfSessions {
  constructor(
    @Inject(SESSION_SETTINGS) private readonly settings: SessionSettings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(KeyedHash) private readonly keyed: KeyedHash,
  ) {}

  /** Returns whether REQUIRE_SECOND_FACTOR applies to this role. */
  mustHaveFactor(role: Role): boolean {
    const { secondFactorFor } = this.settings;
    return secondFactorFor === 'all' || (secondFactorFor === 'admins' && role === 'admin');
  }

  /** Opens the second step after a correct password, if required. */
  async openIfNeeded(
    manager: EntityManager,
    { id, role }: Pick<Person, 'id' | 'role'>,
  ): Promise<SecondStep | undefined> {
    const kinds = await manager.query<{ kind: string }[]>(
      'SELECT DISTINCT kind FROM second_factors WHERE person_id = $1 ORDER BY kind DESC',
      [id],
    );
    const enrol = kinds.length === 0;
    if (enrol && !this.mustHaveFactor(role)) return undefined;
    const token = this.newToken(id);
    const now = this.clock();
    const expiresAt = new Date(now.getTime() + validMs);
    await manager.insert(HalfSession, { tokenHash: hashOf(token), personId: id, enrol, createdAt: now, expiresAt });
    const methods = enrol ? ['totp', 'passkey'] : [...kinds.map(({ kind }) => kind), 'recovery_code'];
    const possible = methods.filter((method) => method !== 'passkey' || this.settings.passkeysPossible);
    return { halfToken: token, expiresAt: expiresAt.toISOString(), enrol, methods: possible };
  }

  /** The token names its person, so that guesses are limited before anything reads the database. */
  private newToken(userId: string): string {
    const named = Buffer.concat([randomBytes(randomLength), Buffer.from(userId.replaceAll('-', ''), 'hex')]);
    return Buffer.concat([named, this.signatureOf(named)]).toString('base64url');
  }

  private signatureOf(named: Buffer): Buffer {
    return Buffer.from(this.keyed.of('half session', named.toString('hex')), 'hex').subarray(0, signatureLength);
  }

  /** Returns the person that the token is for, without reading the database. @throws UNAUTHENTICATED unless we made it */
  getUserId(token: string): string {
    const bytes = Buffer.from(token, 'base64url');
    const named = bytes.subarray(0, randomLength + idLength);
    const signature = bytes.subarray(named.length);
    const expected = this.signatureOf(named);
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) throw halfSessionOver();
    return idOf(named.subarray(randomLength));
  }

  /** @throws UNAUTHENTICATED when it has ended, or has the other purpose */
  async find(manager: EntityManager, token: string, enrol: boolean): Promise<HalfSession> {
    const half = await manager.findOneBy(HalfSession, { tokenHash: hashOf(token) });
    if (!half || half.enrol !== enrol || !this.isOpen(half)) throw halfSessionOver();
    return half;
  }

  /**
   * Locks its person first, like all account changes.
   * @throws UNAUTHENTICATED when it has ended, or the person was deleted
   */
  async lock(manager: EntityManager, { tokenHash, personId }: HalfSession): Promise<Person> {
    const user = await lockUser(manager, personId);
    const half = await manager.findOne(HalfSession, { where: { tokenHash }, lock: { mode: 'pessimistic_write' } });
    if (!user || !half || !this.isOpen(half)) throw halfSessionOver();
    return user;
  }

  /** Counts a wrong attempt; the last one ends the half session. */
  async failed(manager: EntityManager, { tokenHash }: HalfSession): Promise<void> {
    await manager.query(
      `UPDATE half_sessions SET tries = tries + 1, ended_at = CASE WHEN tries + 1 >= $2 THEN $3::timestamptz ELSE ended_at END
       WHERE token_hash = $1`,
      [tokenHash, maxAttempts, this.clock()],
    );
  }

  async end(manager: EntityManager, { tokenHash }: HalfSession): Promise<void> {
    await manager.update(HalfSession, { tokenHash }, { endedAt: this.clock() });
  }

  private isOpen({ endedAt, expiresAt }: HalfSession): boolean {
    return endedAt === null && expiresAt > this.clock();
  }
}
