/** Invitations: admins invite colleagues by email, who choose a password and get an account. */
import { createHash, randomBytes } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { emailKey } from '@site/domain/email-address';
import { isRole } from '@site/domain/roles';
import { isId, newId } from '@site/platform/base/ids';
import { audit } from '@site/platform/data/audit';
import { addToOutbox, markProcessed } from '@site/platform/jobs/outbox';
import { isUniqueViolation } from '@site/platform/lifecycle/trash';
import type { Id } from '@site/proto/gen/nest/common/v1/common';
import {
  InvitationsServiceControllerMethods,
  type AcceptInvitationRequest,
  type CreateInvitationRequest,
  type GetInvitationRequest,
  type Invitation as InvitationMessage,
  type InvitationsServiceController,
  type IssueInvitationRequest,
} from '@site/proto/gen/nest/auth/v1/invitations';
import { forbidden, invalid, notFound, readCaller, unprocessable } from '@site/proto/grpc';
import { DataSource, IsNull, MoreThan, type EntityManager } from 'typeorm';
import { PasswordStrength } from '../passwords/password-strength.js';
import { MAIL_DELIVERED } from '../passwords/passwords.controller.js';
import { withoutNul } from '../people/find-account.js';
import { Passwords } from '../people/passwords.js';
import { Person } from '../people/person.entity.js';
import { createRetryError } from '../sessions/retry-later-error.js';
import { NewPasswordQueue } from '../sessions/password-check-queue.js';
import { readFreshSession, type SessionCaller } from '../sessions/recent-confirmation.js';
import { loginAttemptKinds, SignInLog, type LoginAttempt } from '../sessions/sign-in-log.js';
import { CLOCK, type Clock } from '../settings.js';
import { Invitation } from './invitation.entity.js';

const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;
const maxInvitationsPerHour = 20;
/** Before that, the previous email is still on its way. */
const emailIntervalMs = 60_000;

const open = { acceptedAt: IsNull(), revokedAt: IsNull() };
const unknown = () => notFound('This invitation does not exist any more.');
const badEmail = (message: string) => invalid(message, [{ field: 'email', message }]);

/** The token has 256 random bits, so its hash needs no key. */
const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex');

@Controller()
@InvitationsServiceControllerMethods()
export class InvitationsController implements InvitationsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(PasswordStrength) private readonly strength: PasswordStrength,
    @Inject(SignInLog) private readonly signInLog: SignInLog,
    @Inject(NewPasswordQueue) private readonly checkQueue: NewPasswordQueue,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(MAIL_DELIVERED) private readonly mailDelivered: boolean,
  ) {}

  async listInvitations() {
    const found = await this.dataSource
      .getRepository(Invitation)
      .find({ where: open, order: { createdAt: 'DESC', id: 'DESC' } });
    return { invitations: found.map(toMessage), mailDelivered: this.mailDelivered };
  }

  /** @throws INVALID_ARGUMENT naming `email` if it is taken or invited, RESOURCE_EXHAUSTED after 20 in an hour */
  async createInvitation(request: CreateInvitationRequest, metadata?: Metadata) {
    const { name, role, validDays } = request;
    const email = emailKey(request.email);
    if (!isRole(role)) throw unprocessable('Choose admin, editor or moderator');
    const invitation = await this.asAdmin(metadata, async (manager, caller, now) => {
      await this.checkInvitationLimit(manager, caller, now);
      if (await manager.existsBy(Person, { email, deletedAt: IsNull() }))
        throw badEmail('Another account already uses this email address.');
      const earlier = await manager.findOneBy(Invitation, { email, ...open });
      if (earlier && earlier.expiresAt > now)
        throw badEmail('This address already has an invitation. Send that one again.');
      if (earlier) await manager.update(Invitation, earlier.id, { revokedAt: now });
      const created = Object.assign(new Invitation(), {
        name,
        email,
        role,
        validDays,
        invitedBy: caller.id,
        inviterName: caller.name,
        createdAt: now,
        requestedAt: now,
        expiresAt: new Date(now.getTime() + validDays * dayMs),
      });
      await manager.insert(Invitation, created);
      await mail(manager, created);
      await audit(manager, caller, 'invitation.create', created.id, name, role);
      return created;
    });
    return toMessage(invitation);
  }

  /** Sends a new link, which replaces the earlier one and starts the validity anew. At most one email a minute. */
  async resendInvitation({ id }: Id, metadata?: Metadata) {
    const invitation = await this.asAdmin(metadata, async (manager, caller, now) => {
      const found = await lockOpen(manager, id);
      const waitMs = found.requestedAt.getTime() + emailIntervalMs - now.getTime();
      if (waitMs > 0) throw createRetryError('The last email is still on its way', waitMs);
      const sent = { requestedAt: now, expiresAt: new Date(now.getTime() + found.validDays * dayMs) };
      await manager.update(Invitation, id, sent);
      await mail(manager, found);
      await audit(manager, caller, 'invitation.resend', id, found.name);
      return { ...found, ...sent };
    });
    return toMessage(invitation);
  }

  /** Idempotent. @throws NOT_FOUND for an unknown or accepted invitation */
  async revokeInvitation({ id }: Id, metadata?: Metadata) {
    const caller = readCaller(metadata);
    await this.dataSource.transaction(async (manager) => {
      if (isId(id) && (await manager.existsBy(Invitation, { id, acceptedAt: IsNull() }))) {
        const { affected } = await manager.update(Invitation, { id, ...open }, { revokedAt: this.clock() });
        const { name } = await manager.findOneByOrFail(Invitation, { id });
        if (affected) await audit(manager, caller, 'invitation.revoke', id, name);
      } else throw unknown();
    });
    return {};
  }

  /** Finds the invitation of a link. Failures count as guesses at its token. */
  async getInvitation({ token, clientAddress }: GetInvitationRequest) {
    const hash = tokenHash(token);
    const found = await this.signInLog.watch(this.checkQueue, this.toLoginAttempt(hash, clientAddress), () =>
      this.findUsable(this.dataSource.manager, hash),
    );
    return toMessage(found);
  }

  /** Creates the account. @throws INVALID_ARGUMENT naming `password` for a weak one, and like `findUsable` */
  async acceptInvitation({ token, password, clientAddress }: AcceptInvitationRequest) {
    const hash = tokenHash(token);
    const loginAttempt = this.toLoginAttempt(hash, clientAddress);
    return this.signInLog.watch(this.checkQueue, loginAttempt, () =>
      this.accept(hash, password, withoutNul(clientAddress)),
    );
  }

  private async accept(hash: string, password: string, clientAddress: string) {
    const invited = await this.findUsable(this.dataSource.manager, hash);
    await this.strength.rejectWeak(password, 'password', invited);
    const passwordHash = await this.passwords.hash(password);
    try {
      return await this.dataSource.transaction(async (manager) => {
        // Locks it: of two concurrent uses, the second finds it accepted.
        await manager.query('SELECT FROM invitations WHERE token_hash = $1 FOR UPDATE', [hash]);
        const { id: invitation, name, email, role } = await this.findUsable(manager, hash);
        const now = this.clock();
        const id = newId();
        await manager.update(Invitation, invitation, { acceptedAt: now });
        await manager.insert(Person, { id, name, email, role, passwordHash, createdAt: now, updatedAt: now });
        await audit(manager, { id, name, clientAddress }, 'invitation.accept', id, name, role);
        return { email };
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw unprocessable('This address already has an account. Sign in with its password.');
    }
  }

  /** Creates the link's token for the mail worker; `send` is false if the invitation is no longer open. */
  async issueInvitation({ invitationId, outboxId }: IssueInvitationRequest) {
    const emptyResponse = { send: false, invitation: undefined, token: '' };
    if (!isId(invitationId) || !isId(outboxId)) return emptyResponse;
    return this.dataSource.transaction(async (manager) => {
      const [due] = await manager.query<unknown[]>(
        `SELECT FROM invitations invitation
         JOIN outbox ON outbox.id = $2 AND outbox.name = 'send-invitation' AND outbox.payload->>'invitationId' = $1
         WHERE invitation.id = CAST($1 AS uuid) AND outbox.processed_at IS NULL AND invitation.expires_at > $3
           AND invitation.accepted_at IS NULL AND invitation.revoked_at IS NULL
         FOR UPDATE OF invitation`,
        [invitationId, outboxId, this.clock()],
      );
      if (!due) {
        await markProcessed(manager, outboxId);
        return emptyResponse;
      }
      const token = randomBytes(32).toString('base64url');
      await manager.update(Invitation, invitationId, { tokenHash: tokenHash(token) });
      const invitation = await manager.findOneByOrFail(Invitation, { id: invitationId });
      return { send: true, invitation: toMessage(invitation), token };
    });
  }

  /** Runs `work` for a recently authenticated admin. */
  private async asAdmin<Result>(
    metadata: Metadata | undefined,
    work: (manager: EntityManager, caller: SessionCaller, now: Date) => Promise<Result>,
  ): Promise<Result> {
    const now = this.clock();
    const caller = await readFreshSession(this.dataSource, metadata, now);
    return this.dataSource.transaction(async (manager) => {
      // Serialized with changes of roles, which revoke the invitations of former admins.
      await manager.query("SELECT pg_advisory_xact_lock(hashtextextended('auth roles', 0))");
      const stillAdmin = await manager.existsBy(Person, { id: caller.id, role: 'admin', deletedAt: IsNull() });
      if (!stillAdmin) throw forbidden('Only an admin can invite people.');
      return work(manager, caller, now);
    });
  }

  private async checkInvitationLimit(manager: EntityManager, { id }: SessionCaller, now: Date): Promise<void> {
    const recent = await manager.find(Invitation, {
      where: { invitedBy: id, createdAt: MoreThan(new Date(now.getTime() - hourMs)) },
      order: { createdAt: 'DESC' },
      take: maxInvitationsPerHour,
    });
    const oldest = recent[maxInvitationsPerHour - 1];
    if (oldest)
      throw createRetryError('You sent too many invitations', oldest.createdAt.getTime() + hourMs - now.getTime());
  }

  private toLoginAttempt(hash: string, clientAddress: string): LoginAttempt {
    return {
      kind: loginAttemptKinds.invitation,
      account: `invitation ${hash}`,
      clientAddress,
      owner: () => Promise.resolve(null),
      reason: () => 'unknown, used, revoked or expired',
    };
  }

  /** @throws NOT_FOUND or FAILED_PRECONDITION, saying what to do */
  private async findUsable(manager: EntityManager, hash: string): Promise<Invitation> {
    const found = await manager.findOneBy(Invitation, { tokenHash: hash });
    if (!found) throw notFound('This link isn’t valid. Open the one in the latest email, or ask for a new invitation.');
    const { acceptedAt, revokedAt, expiresAt, inviterName } = found;
    if (acceptedAt) throw unprocessable('This invitation was already used. Sign in with the password you chose.');
    if (revokedAt) throw unprocessable('This invitation was withdrawn. Ask an admin if you think that’s a mistake.');
    if (expiresAt <= this.clock())
      throw unprocessable(`This invitation has expired. Ask ${inviterName} to send it again.`);
    return found;
  }
}

const mail = (manager: EntityManager, { id }: Invitation) =>
  addToOutbox(manager, { queue: 'mail', name: 'send-invitation', payload: { invitationId: id } });

async function lockOpen(manager: EntityManager, id: string): Promise<Invitation> {
  const found = isId(id)
    ? await manager.findOne(Invitation, { where: { id, ...open }, lock: { mode: 'pessimistic_write' } })
    : null;
  if (!found) throw unknown();
  return found;
}

const toMessage = (invitation: Invitation): InvitationMessage => {
  const { id, name, email, role, inviterName: invitedBy, createdAt, expiresAt } = invitation;
  return { id, name, email, role, invitedBy, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
};
