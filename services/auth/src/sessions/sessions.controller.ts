import { randomBytes } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { announce } from '@site/platform/changes';
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
import { unauthenticated } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { Passwords } from '../people/passwords.js';
import { Person, type Role } from '../people/person.entity.js';
import { networkOf } from './client-network.js';
import { CLOCK, type Clock } from './clock.js';
import { Session } from './session.entity.js';
import { SignInLimits, type Attempt } from './sign-in-limits.js';
import { SigningKeys } from './signing-keys.js';

/** Absolute; there is no idle limit (decisions, part D). */
const sessionSeconds = 12 * 3_600;
const userAgentMaxLength = 300;
/** Introspection comes once a second and gateway at most; a row is worth writing once a minute. */
const lastSeenEverySeconds = 60;

/** Postgres text holds every character but this one; an address with it belongs to nobody. */
const withoutNul = (text: string) => text.replaceAll('\0', '');

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

  /** An unknown address takes the same steps and the same time as a known one, and gets the same words. */
  async signIn(request: SignInRequest): Promise<SignInResponse> {
    const email = withoutNul(request.email).trim();
    const person = await this.findPerson(email);
    // The account as it is stored: Postgres finds some ways of writing equal that JavaScript tells apart.
    const attempt = await this.limits.begin(person?.email ?? email, request.clientAddress, person?.id);
    const right = await this.verify(attempt, person, request.password);
    if (!person || !right) throw unauthenticated('Invalid email or password');
    await this.renewHash(person, request.password);
    return this.openSession(person, attempt, request);
  }

  private findPerson(email: string): Promise<Person | null> {
    return this.dataSource
      .getRepository(Person)
      .createQueryBuilder('person')
      .where('lower(person.email) = lower(:email)', { email })
      .getOne();
  }

  private async verify(attempt: Attempt, person: Person | null, password: string): Promise<boolean> {
    try {
      return await this.passwords.verify(person?.passwordHash, password);
    } catch (error) {
      await this.limits.withdraw(attempt); // too busy to look: that is not the visitor's failure
      throw error;
    }
  }

  /** Hashes made with weaker parameters are replaced while the password is at hand. */
  private async renewHash(person: Person, password: string): Promise<void> {
    if (!this.passwords.isOutdated(person.passwordHash)) return;
    const passwordHash = await this.passwords.hash(password);
    // Only the hash that was checked: a password changed meanwhile stays changed.
    await this.dataSource
      .getRepository(Person)
      .update({ id: person.id, passwordHash: person.passwordHash }, { passwordHash });
  }

  private async openSession(person: Person, attempt: Attempt, request: SignInRequest): Promise<SignInResponse> {
    const { id, name, email, role } = person;
    const sid = randomBytes(32).toString('base64url');
    // Whole seconds, as in the token, so that row and token end at the same moment.
    const issuedAt = new Date(Math.floor(this.clock().getTime() / 1_000) * 1_000);
    const expiresAt = new Date(issuedAt.getTime() + sessionSeconds * 1_000);
    await this.dataSource.transaction(async (manager) => {
      await manager.insert(Session, {
        sidHash: sessionKey(sid),
        personId: id,
        role,
        createdAt: issuedAt,
        lastSeenAt: issuedAt,
        expiresAt,
        revokedAt: null,
        clientAddress: withoutNul(request.clientAddress),
        clientNetwork: networkOf(request.clientAddress),
        userAgent: [...withoutNul(request.userAgent)].slice(0, userAgentMaxLength).join(''),
      });
      await this.limits.succeeded(manager, attempt);
    });
    const token = await this.keys.sign({ personId: id, sid, issuedAt, expiresAt });
    return { principal: { id, name, email, role }, token, expiresAt: expiresAt.toISOString() };
  }

  async signOut({ sessionId }: SignOutRequest): Promise<SignOutResponse> {
    const key = sessionKey(sessionId);
    await this.dataSource.transaction(async (manager) => {
      await manager.query('UPDATE sessions SET revoked_at = $2 WHERE sid_hash = $1 AND revoked_at IS NULL', [
        key,
        this.clock(),
      ]);
      // Also when nothing changed: the repetition may come because the first notice was lost.
      await announce(manager, 'sessions', key);
    });
    return {};
  }

  /** The role is today's, from the person's row: taking a right away needs no new token. */
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
