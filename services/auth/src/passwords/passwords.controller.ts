/** Password changes by signed-in users, and resets of forgotten passwords by an emailed code. */
import { createHash, randomBytes } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { audit } from '@site/platform/data/audit';
import {
  PasswordsServiceControllerMethods,
  type ChangePasswordRequest,
  type PasswordsServiceController,
  type RequestResetRequest,
  type ResetPasswordRequest,
  type VerifyResetCodeRequest,
} from '@site/proto/gen/nest/auth/v1/passwords';
import { invalid, readCaller, unauthenticated, type Caller } from '@site/proto/grpc';
import { DataSource, IsNull } from 'typeorm';
import { CLOCK, type Clock } from '../settings.js';
import { accountHashOf, findAccount, withoutNul } from '../people/find-account.js';
import { Passwords } from '../people/passwords.js';
import { Person } from '../people/person.entity.js';
import { networkOf } from '@site/platform/base/ip-address';
import { attemptLimits, SignInLimits } from '../sessions/sign-in-limits.js';
import { PasswordCheckQueue, NewPasswordQueue } from '../sessions/password-check-queue.js';
import { loginAttemptKinds, SignInLog, type LoginAttempt } from '../sessions/sign-in-log.js';
import { PasswordReset } from './password-reset.entity.js';
import { PasswordStrength } from './password-strength.js';
import { codeValidMinutes, ResetCodes } from './reset-codes.js';
import { setPassword } from './set-password.js';

export const MAIL_DELIVERED = Symbol('mail delivered');

const tokenValidMinutes = 15;

/** The token has 256 random bits, so its hash needs no key. */
const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex');

const rejectField = (field: string, message: string) => invalid(message, [{ field, message }]);
const wrongOldPassword = () => rejectField('old_password', 'Old password is wrong');
const wrongToken = () =>
  rejectField('reset_token', 'Your time to choose a password has run out. Please request a new code.');

@Controller()
@PasswordsServiceControllerMethods()
export class PasswordsController implements PasswordsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(PasswordStrength) private readonly strength: PasswordStrength,
    @Inject(SignInLimits) private readonly signInLimits: SignInLimits,
    @Inject(SignInLog) private readonly signInLog: SignInLog,
    @Inject(PasswordCheckQueue) private readonly checkQueue: PasswordCheckQueue,
    @Inject(NewPasswordQueue) private readonly newPasswordQueue: NewPasswordQueue,
    @Inject(ResetCodes) private readonly codes: ResetCodes,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(MAIL_DELIVERED) private readonly mailDelivered: boolean,
  ) {}

  /** Sets the password and ends all sessions. @throws INVALID_ARGUMENT naming `old_password` or `new_password` */
  async changePassword(request: ChangePasswordRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    const loginAttempt: LoginAttempt = {
      kind: loginAttemptKinds.oldPassword,
      account: `old password of ${caller.id}`,
      clientAddress: caller.clientAddress,
      by: caller,
      owner: () => this.dataSource.getRepository(Person).findOneBy({ id: caller.id }),
      reason: () => 'wrong old password',
    };
    return this.signInLog.watch(this.newPasswordQueue, loginAttempt, () => this.checkedChange(caller, request));
  }

  private async checkedChange(caller: Caller, request: ChangePasswordRequest) {
    const user = await this.dataSource.getRepository(Person).findOneBy({ id: caller.id, deletedAt: IsNull() });
    if (!user) throw unauthenticated('The session has ended.');
    // First: the checks that follow take much time.
    const attempt = await this.signInLimits.beginAttempt(user.id, caller.clientAddress, attemptLimits.oldPassword);
    const passwordHash = await this.newHash(user, request).catch(async (error: unknown) => {
      // The service was too busy to check, or this wasn't a guess.
      await this.signInLimits.withdraw(attempt);
      throw error;
    });
    if (!passwordHash) throw wrongOldPassword();
    await this.dataSource.transaction(async (manager) => {
      await this.signInLimits.succeeded(manager, attempt);
      const changed = await setPassword(manager, {
        personId: user.id,
        passwordHash,
        at: this.clock(),
        insteadOf: user.passwordHash,
      });
      if (!changed) throw wrongOldPassword();
      await audit(manager, caller, 'password.change', user.id, user.name);
    });
    return {};
  }

  private async newHash(user: Person, request: ChangePasswordRequest): Promise<string | undefined> {
    await this.strength.rejectWeak(request.newPassword, 'new_password', user);
    if (!(await this.passwords.verify(user.passwordHash, request.oldPassword))) return undefined;
    if (request.newPassword === request.oldPassword)
      throw rejectField('new_password', 'The new password must be different from the old one');
    return this.passwords.hash(request.newPassword);
  }

  /** Requests an email with a code. Unknown addresses get the same response, in the same time. */
  async requestReset({ email, clientAddress }: RequestResetRequest) {
    await this.signInLog.watch(this.checkQueue, this.toResetAttempt(email, clientAddress), async () =>
      this.codes.request(await findAccount(this.dataSource, email), clientAddress),
    );
    return { validMinutes: codeValidMinutes, mailDelivered: this.mailDelivered };
  }

  /** Exchanges the code for a token, valid for 15 minutes. @throws INVALID_ARGUMENT naming `code` */
  async verifyResetCode({ email, code, clientAddress }: VerifyResetCodeRequest) {
    const resetToken = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.clock().getTime() + tokenValidMinutes * 60_000);
    await this.signInLog.watch(this.checkQueue, this.toResetAttempt(email, clientAddress), async () => {
      const { hash } = await findAccount(this.dataSource, email);
      const token = { hash: tokenHash(resetToken), expiresAt };
      const exchanged = await this.codes.exchange(hash, code, networkOf(clientAddress), token);
      if (!exchanged) throw rejectField('code', 'The code is wrong or has expired.');
    });
    return { resetToken };
  }

  private toResetAttempt(email: string, clientAddress: string): LoginAttempt {
    return {
      kind: loginAttemptKinds.resetCode,
      account: `reset of ${accountHashOf(email)}`,
      clientAddress,
      owner: async () => (await findAccount(this.dataSource, email)).user,
      reason: (owner) => (owner ? 'wrong or expired code' : 'unknown account'),
    };
  }

  /** Sets the password and ends all sessions. @throws INVALID_ARGUMENT naming `reset_token` or `new_password` */
  async resetPassword(request: ResetPasswordRequest) {
    const hash = tokenHash(request.resetToken);
    const loginAttempt: LoginAttempt = {
      kind: loginAttemptKinds.resetCode,
      account: `reset token ${hash}`,
      clientAddress: request.clientAddress,
      owner: () => this.findByToken(hash),
      reason: () => 'wrong or expired token',
    };
    return this.signInLog.watch(this.newPasswordQueue, loginAttempt, () => this.checkedReset(hash, request));
  }

  private async checkedReset(hash: string, request: ResetPasswordRequest) {
    const user = await this.findByToken(hash);
    if (!user) throw wrongToken();
    await this.strength.rejectWeak(request.newPassword, 'new_password', user);
    const passwordHash = await this.passwords.hash(request.newPassword);
    const clientAddress = withoutNul(request.clientAddress);
    const { id, name, email } = user;
    await this.dataSource.transaction(async (manager) => {
      const [, used] = await manager.query<[unknown, number]>(
        'UPDATE password_resets SET ended_at = $2 WHERE token_hash = $1 AND ended_at IS NULL RETURNING id',
        [hash, this.clock()],
      );
      const insteadOf = user.passwordHash;
      const set =
        used === 1 && (await setPassword(manager, { personId: id, passwordHash, at: this.clock(), insteadOf }));
      if (!set) throw wrongToken();
      // Users often guess before they reset: those failures must not lock them out now.
      await this.signInLimits.succeeded(manager, {
        accountHash: accountHashOf(email),
        network: networkOf(clientAddress),
      });
      await audit(manager, { id, name, clientAddress }, 'password.reset', id, name);
    });
    return {};
  }

  private findByToken(hash: string): Promise<Person | null> {
    return this.dataSource
      .getRepository(Person)
      .createQueryBuilder('person')
      .innerJoin(PasswordReset, 'reset', 'reset.personId = person.id')
      .where('reset.tokenHash = :hash AND reset.endedAt IS NULL AND reset.tokenExpiresAt > :now', {
        hash,
        now: this.clock(),
      })
      .getOne();
  }
}
