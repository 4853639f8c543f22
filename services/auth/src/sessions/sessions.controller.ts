import { randomBytes } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { audit } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import {
  SessionsServiceControllerMethods,
  type IntrospectSessionRequest,
  type IntrospectSessionResponse,
  type ListSigningKeysResponse,
  type SessionsServiceController,
  type SignInRequest,
  type SignInResponse,
  type SignOutRequest,
  type SignOutResponse,
} from '@site/proto/gen/nest/auth/v1/sessions';
import { sessionKey } from '@site/proto/auth/v1/session-key';
import { metadataKeys, readCaller, unauthenticated, type Caller } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock.js';
import { findAccount, withoutNul } from '../people/find-account.js';
import { Passwords } from '../people/passwords.js';
import { Person, type Role } from '../people/person.entity.js';
import { networkOf } from './client-network.js';
import { Session } from './session.entity.js';
import { SignInLimits, type Attempt } from './sign-in-limits.js';
import { SigningKeys } from './signing-keys.js';

/** From sign-in, however much the session is used; there is no idle limit. */
const sessionSeconds = 12 * 3_600;
const userAgentMaxLength = 300;
/** Each gateway may introspect a session every second; writing that down once a minute is enough. */
const lastSeenEverySeconds = 60;

/** Where a call came from, if the gateway named a caller. */
const addressOf = (metadata: Metadata | undefined) =>
  metadata?.get(metadataKeys.principal).length ? readCaller(metadata).clientAddress : undefined;

const wrongCredentials = () => unauthenticated('Invalid email or password');

@Controller()
@SessionsServiceControllerMethods()
export class SessionsController implements SessionsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(SignInLimits) private readonly limits: SignInLimits,
    @Inject(SigningKeys) private readonly keys: SigningKeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** An unknown address gets the same answer as a known one, in the same time. */
  async signIn(request: SignInRequest): Promise<SignInResponse> {
    const { email, person } = await findAccount(this.dataSource, request.email);
    const attempt = await this.limits.begin(email, request.clientAddress, person?.id);
    const right = await this.verify(attempt, person, request.password);
    if (!person || !right) throw wrongCredentials();
    const passwordHash = await this.renewHash(person, request.password);
    if (!passwordHash) throw wrongCredentials();
    return this.openSession({ ...person, passwordHash }, attempt, request);
  }

  private async verify(attempt: Attempt, person: Person | null, password: string): Promise<boolean> {
    try {
      return await this.passwords.verify(person?.passwordHash, password);
    } catch (error) {
      await this.limits.withdraw(attempt); // we were too busy to check; the person did nothing wrong
      throw error;
    }
  }

  /**
   * Replaces a hash made with weaker parameters while the password is at hand. Returns the hash that is stored now, or
   * undefined when it is another password's.
   */
  private async renewHash(person: Person, password: string): Promise<string | undefined> {
    if (!this.passwords.isOutdated(person.passwordHash)) return person.passwordHash;
    const passwordHash = await this.passwords.hash(password);
    // Only if it is still the hash that was checked: a password changed meanwhile stays changed.
    const people = this.dataSource.getRepository(Person);
    const { affected } = await people.update({ id: person.id, passwordHash: person.passwordHash }, { passwordHash });
    if (affected === 1) return passwordHash;
    // A simultaneous sign-in was faster.
    const stored = (await people.findOneBy({ id: person.id }))?.passwordHash;
    return (await this.passwords.verify(stored, password)) ? stored : undefined;
  }

  private async openSession(person: Person, attempt: Attempt, request: SignInRequest): Promise<SignInResponse> {
    const { id, name, email, role } = person;
    const sid = randomBytes(32).toString('base64url');
    // Whole seconds, as in the token, so that row and token end at the same moment.
    const issuedAt = new Date(Math.floor(this.clock().getTime() / 1_000) * 1_000);
    const expiresAt = new Date(issuedAt.getTime() + sessionSeconds * 1_000);
    const clientAddress = withoutNul(request.clientAddress);
    await this.dataSource.transaction(async (manager) => {
      // Locked until the session exists: a change of the password is either seen here, or ends this session too.
      const [unchanged] = await manager.query<unknown[]>(
        'SELECT FROM people WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL FOR SHARE',
        [id, person.passwordHash],
      );
      if (!unchanged) throw wrongCredentials();
      await manager.insert(Session, {
        sidHash: sessionKey(sid),
        personId: id,
        role,
        createdAt: issuedAt,
        lastSeenAt: issuedAt,
        expiresAt,
        revokedAt: null,
        clientAddress,
        clientNetwork: networkOf(request.clientAddress),
        userAgent: [...withoutNul(request.userAgent)].slice(0, userAgentMaxLength).join(''),
      });
      await this.limits.succeeded(manager, attempt);
      await audit(manager, { id, name, role, clientAddress }, 'session.sign_in', id, email);
    });
    const token = await this.keys.sign({ personId: id, sid, issuedAt, expiresAt });
    return { principal: { id, name, email, role }, token, expiresAt: expiresAt.toISOString() };
  }

  async signOut({ sessionId }: SignOutRequest, metadata?: Metadata): Promise<SignOutResponse> {
    const key = sessionKey(sessionId);
    await this.dataSource.transaction(async (manager) => {
      const [ended] = await manager.query<[(Caller & { email: string })[], number]>(
        `UPDATE sessions session SET revoked_at = $2 FROM people person
         WHERE session.sid_hash = $1 AND session.revoked_at IS NULL AND person.id = session.person_id
         RETURNING person.id, person.name, person.role, person.email, session.client_address AS "clientAddress"`,
        [key, this.clock()],
      );
      for (const { email, ...person } of ended) {
        const clientAddress = addressOf(metadata) ?? person.clientAddress;
        await audit(manager, { ...person, clientAddress }, 'session.sign_out', person.id, email);
      }
      // Even if nothing changed: this may be a repetition because the first notice was lost.
      await announce(manager, 'sessions', key);
    });
    return {};
  }

  /** The role is read from the person's row, so that losing a right takes effect without a new token. */
  async introspectSession({ sessionId }: IntrospectSessionRequest): Promise<IntrospectSessionResponse> {
    const key = sessionKey(sessionId);
    const now = this.clock();
    const [row] = await this.dataSource.query<
      { id: string; name: string; email: string; role: Role; expires_at: Date; last_seen_at: Date }[]
    >(
      `SELECT person.id, person.name, person.email, person.role, session.expires_at, session.last_seen_at
       FROM sessions session JOIN people person ON person.id = session.person_id
       WHERE session.sid_hash = $1 AND session.revoked_at IS NULL AND session.expires_at > $2
         AND person.deleted_at IS NULL`,
      [key, now],
    );
    if (!row) throw unauthenticated('The session has ended.');
    const { id, name, email, role } = row;
    if (now.getTime() - row.last_seen_at.getTime() >= lastSeenEverySeconds * 1_000) {
      await this.dataSource.getRepository(Session).update({ sidHash: key }, { lastSeenAt: now });
    }
    return { principal: { id, name, email, role }, expiresAt: row.expires_at.toISOString() };
  }

  async listSigningKeys(): Promise<ListSigningKeysResponse> {
    return { keys: await this.keys.list() };
  }
}
