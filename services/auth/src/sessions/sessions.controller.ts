/** Sign-in, sign-out, the session checks of the gateway, and the list of a user's open sessions. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { audit } from '@site/platform/data/audit';
import { announce } from '@site/platform/data/changes';
import type { Empty, Id } from '@site/proto/gen/nest/common/v1/common';
import {
  SessionsServiceControllerMethods,
  type SessionsServiceController,
  type SignInRequest,
} from '@site/proto/gen/nest/auth/v1/sessions';
import { sessionKey } from '@site/proto/auth/v1/session-key';
import { findCaller, notFound, readCaller, unauthenticated, type Caller } from '@site/proto/grpc';
import { DataSource, IsNull, MoreThan } from 'typeorm';
import { CLOCK, type Clock, SESSION_SETTINGS, type SessionSettings } from '../settings.js';
import { accountHashOf, findAccount, withoutNul, type Account } from '../people/find-account.js';
import { Passwords } from '../people/passwords.js';
import { Person, type Role } from '../people/person.entity.js';
import { deviceIn } from './device.js';
import { endSessions } from './end-sessions.js';
import { PasswordCheckQueue } from './password-check-queue.js';
import { HalfSessions } from './half-sessions.js';
import { freshUntil } from './recent-confirmation.js';
import { SessionOpener } from './session-opener.js';
import { Session } from './session-entities.js';
import { SignInLimits, type Attempt } from './sign-in-limits.js';
import { loginAttemptKinds, SignInLog, type LoginAttempt } from './sign-in-log.js';
import { SigningKeys } from './signing-keys.js';

/** A longer list would be of no use. */
const maxListedSessions = 200;
/** Once a minute suffices, unless timeouts are short. */
const getLastSeenIntervalMs = (idleMinutes: number) => Math.min(1, idleMinutes / 4) * 60_000;

const addressOf = (metadata: Metadata | undefined) => findCaller(metadata)?.clientAddress;

const wrongCredentials = () => unauthenticated('Invalid email or password');

@Controller()
@SessionsServiceControllerMethods()
export class SessionsController implements SessionsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(SignInLimits) private readonly limits: SignInLimits,
    @Inject(SignInLog) private readonly signInLog: SignInLog,
    @Inject(PasswordCheckQueue) private readonly checkQueue: PasswordCheckQueue,
    @Inject(SigningKeys) private readonly keys: SigningKeys,
    @Inject(HalfSessions) private readonly halfSessions: HalfSessions,
    @Inject(SessionOpener) private readonly opener: SessionOpener,
    @Inject(SESSION_SETTINGS) private readonly settings: SessionSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Gives an unknown address the same response, in the same time. */
  async signIn(request: SignInRequest) {
    const { email, clientAddress } = request;
    const loginAttempt: LoginAttempt = {
      kind: loginAttemptKinds.password,
      account: accountHashOf(email),
      clientAddress,
      owner: async () => (await findAccount(this.dataSource, email)).user,
      reason: (owner) => (owner ? 'wrong password' : 'unknown account'),
    };
    return this.signInLog.watch(this.checkQueue, loginAttempt, async () =>
      this.signInTo(await findAccount(this.dataSource, email), request),
    );
  }

  private async signInTo({ email, user: person }: Account, request: SignInRequest) {
    const attempt = await this.limits.begin(email, request.clientAddress, person?.id);
    const right = await this.verify(attempt, person, request.password);
    if (!person || !right) throw wrongCredentials();
    const passwordHash = await this.renewHash(person, request.password);
    if (!passwordHash) throw wrongCredentials();
    return this.openSession({ ...person, passwordHash }, request);
  }

  private async verify(attempt: Attempt, user: Person | null, password: string): Promise<boolean> {
    try {
      return await this.passwords.verify(user?.passwordHash, password);
    } catch (error) {
      // The service was too busy to check.
      await this.limits.withdraw(attempt);
      throw error;
    }
  }

  /**
   * Replaces a hash with weaker parameters while the password is available.
   * @returns the stored hash, or undefined when it is another password's
   */
  private async renewHash(user: Person, password: string): Promise<string | undefined> {
    if (!this.passwords.isOutdated(user.passwordHash)) return user.passwordHash;
    const passwordHash = await this.passwords.hash(password);
    // Only the verified hash: a password changed meanwhile stays.
    const people = this.dataSource.getRepository(Person);
    const { affected } = await people.update({ id: user.id, passwordHash: user.passwordHash }, { passwordHash });
    if (affected === 1) return passwordHash;
    // A concurrent sign-in was faster.
    const stored = (await people.findOneBy({ id: user.id }))?.passwordHash;
    return (await this.passwords.verify(stored, password)) ? stored : undefined;
  }

  private async openSession(user: Person, request: SignInRequest) {
    const { opened, secondStep } = await this.dataSource.transaction(async (manager) => {
      // Locked until the session exists: a password change is either seen here, or ends this session too.
      const [unchanged] = await manager.query<{ role: Role }[]>(
        'SELECT role FROM people WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL FOR SHARE',
        [user.id, user.passwordHash],
      );
      if (!unchanged) throw wrongCredentials();
      const { role } = unchanged;
      // A failure until the second step succeeds: the password alone must not grant new attempts.
      const secondStep = await this.halfSessions.openIfNeeded(manager, { id: user.id, role });
      return secondStep ? { secondStep } : { opened: await this.opener.open(manager, { ...user, role }, request) };
    });
    return opened ? this.opener.buildResponse(opened) : { principal: undefined, token: '', expiresAt: '', secondStep };
  }

  /** Idempotent: an ended or unknown session gets the same response. */
  async signOut({ id: sessionId }: Id, metadata?: Metadata) {
    const key = sessionKey(sessionId);
    await this.dataSource.transaction(async (manager) => {
      const [ended] = await manager.query<[Caller[], number]>(
        `UPDATE sessions session SET revoked_at = $2 FROM people person
         WHERE session.sid_hash = $1 AND session.revoked_at IS NULL AND person.id = session.person_id
         RETURNING person.id, person.name, person.role, session.client_address AS "clientAddress"`,
        [key, this.clock()],
      );
      for (const user of ended) {
        const clientAddress = addressOf(metadata) ?? user.clientAddress;
        await audit(manager, { ...user, clientAddress }, 'session.sign_out', user.id, user.name);
      }
      // Even if nothing changed: the first notice may have been lost.
      await announce(manager, 'sessions', key);
    });
    return {};
  }

  /** Reads the role from the user's row, so that a demotion takes effect immediately. */
  async introspectSession({ id: sessionId }: Id) {
    const key = sessionKey(sessionId);
    const now = this.clock();
    const [row] = await this.dataSource.query<
      {
        id: string;
        name: string;
        email: string;
        role: Role;
        expires_at: Date;
        last_seen_at: Date;
        confirmed_at: Date;
      }[]
    >(
      `SELECT person.id, person.name, person.email, person.role, session.expires_at, session.last_seen_at,
         coalesce(session.authenticated_at, session.created_at) AS confirmed_at
       FROM sessions session JOIN people person ON person.id = session.person_id
       WHERE session.sid_hash = $1 AND session.revoked_at IS NULL AND session.expires_at > $2
         AND session.last_seen_at > $3 AND person.deleted_at IS NULL`,
      [key, now, this.idleSince(now)],
    );
    if (!row) throw unauthenticated('The session has ended.');
    const { id, name, email, role } = row;
    if (now.getTime() - row.last_seen_at.getTime() >= getLastSeenIntervalMs(this.settings.idleMinutes)) {
      await this.dataSource.getRepository(Session).update({ sidHash: key }, { lastSeenAt: now });
    }
    return {
      principal: { id, name, email, role },
      expiresAt: row.expires_at.toISOString(),
      recentlyConfirmed: freshUntil(row.confirmed_at) > now,
    };
  }

  private idleSince(now: Date): Date {
    return new Date(now.getTime() - this.settings.idleMinutes * 60_000);
  }

  /** Lists the caller's open sessions, at most 200, the most recently active first. */
  async listSessions(_request: Empty, metadata?: Metadata) {
    const caller = readCaller(metadata);
    const now = this.clock();
    const open = await this.dataSource.getRepository(Session).find({
      where: {
        personId: caller.id,
        revokedAt: IsNull(),
        expiresAt: MoreThan(now),
        lastSeenAt: MoreThan(this.idleSince(now)),
      },
      order: { lastSeenAt: 'DESC', createdAt: 'DESC', sidHash: 'ASC' },
      take: maxListedSessions,
    });
    const sessions = open.map((session) => ({
      id: session.sidHash,
      device: deviceIn(session.userAgent),
      network: session.clientNetwork,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
      current: session.sidHash === caller.session,
    }));
    return { sessions, idleMinutes: this.settings.idleMinutes };
  }

  /** Ends one of the caller's sessions. Idempotent. @throws NOT_FOUND for another user's session */
  async endSession({ id }: Id, metadata?: Metadata) {
    const caller = readCaller(metadata);
    const sidHash = withoutNul(id);
    await this.dataSource.transaction(async (manager) => {
      // Postgres text can't contain NUL.
      const session = await manager.findOneBy(Session, { sidHash, personId: caller.id });
      if (!session) throw notFound('This session does not exist.');
      const ended = await endSessions(manager, caller.id, this.clock(), { only: sidHash });
      if (ended > 0) await audit(manager, caller, 'session.end', caller.id, caller.name, deviceIn(session.userAgent));
    });
    return {};
  }

  /** Ends the caller's sessions except this one, and returns how many there were. */
  async endOtherSessions(_request: Empty, metadata?: Metadata) {
    const caller = readCaller(metadata);
    const { session } = caller;
    if (session === undefined) throw unauthenticated('The session has ended.');
    const ended = await this.dataSource.transaction(async (manager) => {
      const count = await endSessions(manager, caller.id, this.clock(), { but: session });
      await audit(manager, caller, 'session.end_others', caller.id, caller.name, `${count} ended`);
      return count;
    });
    return { ended };
  }

  async listSigningKeys() {
    return { keys: await this.keys.list() };
  }
}
