/** The dashboard's Security page: a user's second factors, recovery codes and proof of identity. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { audit } from '@site/platform/data/audit';
import { isId } from '@site/platform/base/ids';
import type { Empty, Id } from '@site/proto/gen/nest/common/v1/common';
import {
  SecondFactorsServiceControllerMethods,
  type CompleteFactorRequest,
  type ConfirmIdentityRequest,
  type SecondFactorsServiceController,
  type StartFactorRequest,
} from '@site/proto/gen/nest/auth/v1/second_factors';
import { invalid, notFound, readCaller, unauthenticated, unprocessable } from '@site/proto/grpc';
import { DataSource, type EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../settings.js';
import { lockUser } from '../people/person.entity.js';
import { Passwords } from '../people/passwords.js';
import { Person } from '../people/person.entity.js';
import { endSessions } from '../sessions/end-sessions.js';
import { freshUntil, readFreshSession, readSession, type SessionCaller } from '../sessions/recent-confirmation.js';
import { attemptLimits, SignInLimits, type Attempt } from '../sessions/sign-in-limits.js';
import { PasswordCheckQueue } from '../sessions/password-check-queue.js';
import { HalfSessions } from '../sessions/half-sessions.js';
import { Session } from '../sessions/session-entities.js';
import { loginAttemptKinds, SignInLog, type LoginAttempt } from '../sessions/sign-in-log.js';
import { tellOf } from './account-changes.js';
import type { Challenged } from './challenges.js';
import { Factors, toMessage, whyWrong, wrongProof } from './factors.js';
import { Passkeys } from './passkeys.js';
import { endRecoveryCodes, makeRecoveryCodes, recoveryCodesLeft } from './recovery-codes.js';
import { SecondFactor } from './factor-entities.js';

const challengedOf = ({ id, session }: SessionCaller): Challenged => ({ boundTo: session, personId: id });
const wrongPassword = () => invalid('Password is wrong', [{ field: 'password', message: 'Password is wrong' }]);
const ended = () => unauthenticated('The session has ended.');

@Controller()
@SecondFactorsServiceControllerMethods()
export class SecondFactorsController implements SecondFactorsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Factors) private readonly factors: Factors,
    @Inject(Passkeys) private readonly passkeys: Passkeys,
    @Inject(HalfSessions) private readonly halfSessions: HalfSessions,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(PasswordCheckQueue) private readonly checkQueue: PasswordCheckQueue,
    @Inject(SignInLog) private readonly signInLog: SignInLog,
    @Inject(SignInLimits) private readonly signInLimits: SignInLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async listSecondFactors(_request: Empty, metadata?: Metadata) {
    const { caller, freshUntil: until } = await readSession(this.dataSource, metadata);
    const { manager } = this.dataSource;
    return {
      factors: (await this.factors.list(manager, caller.id)).map(toMessage),
      recoveryCodesLeft: await recoveryCodesLeft(manager, caller.id),
      required: this.halfSessions.mustHaveFactor(caller.role),
      freshUntil: until.toISOString(),
      passkeysPossible: this.passkeys.possible,
    };
  }

  async startFactor({ kind }: StartFactorRequest, metadata?: Metadata) {
    const newFactor = await this.change(metadata, (manager, caller, user) =>
      this.factors.start(manager, challengedOf(caller), kind, user, this.clock()),
    );
    return newFactor;
  }

  /** Adds the factor; the first one also brings recovery codes. @throws INVALID_ARGUMENT for a wrong code */
  async completeFactor(request: CompleteFactorRequest, metadata?: Metadata) {
    const added = await this.change(metadata, (manager, caller) =>
      this.factors.complete(manager, challengedOf(caller), request, caller, this.clock()),
    );
    if (!added) throw wrongProof(request);
    return { factor: toMessage(added.factor), recoveryCodes: added.recoveryCodes };
  }

  /** Ends the user's other sessions. @throws FAILED_PRECONDITION for the last factor of a role that needs one */
  async removeFactor({ id: factorId }: Id, metadata?: Metadata) {
    await this.change(metadata, async (manager, caller, user) => {
      const currentFactors = await this.factors.list(manager, caller.id);
      const factor = currentFactors.find(({ id }) => id === factorId);
      if (!isId(factorId) || !factor) throw notFound('This second factor does not exist.');
      if (currentFactors.length === 1 && this.halfSessions.mustHaveFactor(user.role))
        throw unprocessable('Your role needs a second factor. Add another one before you remove this one.');
      await manager.delete(SecondFactor, { id: factorId, personId: caller.id });
      if (currentFactors.length === 1) await endRecoveryCodes(manager, caller.id);
      await endSessions(manager, caller.id, this.clock(), { but: caller.session });
      await audit(manager, caller, 'factor.remove', caller.id, caller.name, factor.kind);
      await tellOf(manager, caller.id, 'factor-removed');
    });
    return {};
  }

  /** Replaces the user's recovery codes. @throws FAILED_PRECONDITION without a second factor */
  async makeRecoveryCodes(_request: Empty, metadata?: Metadata) {
    const recoveryCodes = await this.change(metadata, async (manager, caller) => {
      if ((await this.factors.list(manager, caller.id)).length === 0) throw unprocessable('Add a second factor first.');
      await audit(manager, caller, 'factor.recovery_codes', caller.id, caller.name);
      await tellOf(manager, caller.id, 'recovery-codes');
      return makeRecoveryCodes(manager, caller.id, this.clock());
    });
    return { recoveryCodes };
  }

  async startPasskeyConfirmation(_request: Empty, metadata?: Metadata) {
    const { caller } = await readSession(this.dataSource, metadata);
    const options = await this.dataSource.transaction((manager) =>
      this.passkeys.startUse(manager, challengedOf(caller), this.clock()),
    );
    return { optionsJson: JSON.stringify(options) };
  }

  /** Renews the time in which sensitive changes are allowed. @throws INVALID_ARGUMENT naming the wrong field */
  async confirmIdentity(request: ConfirmIdentityRequest, metadata?: Metadata) {
    const { id: account, clientAddress } = readCaller(metadata);
    // A turn of its own: a rejection here isn't a guess for the audit log.
    const caller = await this.checkQueue.run({ account, clientAddress }, async () => {
      const session = await readSession(this.dataSource, metadata);
      if (request.password !== undefined) await this.rejectWeakerProof(session.caller);
      return session.caller;
    });
    const loginAttempt: LoginAttempt = {
      kind: loginAttemptKinds.identity,
      account,
      clientAddress,
      by: caller,
      owner: () => this.dataSource.getRepository(Person).findOneBy({ id: account }),
      reason: () => (request.password === undefined ? whyWrong(request) : 'wrong password'),
    };
    return this.signInLog.watch(this.checkQueue, loginAttempt, () => this.confirm(caller, request));
  }

  /** A stolen password must not suffice to remove the second factor. */
  private async rejectWeakerProof({ id }: SessionCaller): Promise<void> {
    if ((await this.factors.list(this.dataSource.manager, id)).length === 0) return;
    const message =
      'Please confirm with your second factor. If you have lost it, sign out, and sign in again with a recovery code.';
    throw invalid(message, [{ field: 'password', message }]);
  }

  private async confirm(caller: SessionCaller, request: ConfirmIdentityRequest) {
    const attempt = await this.beginConfirming(caller, request);
    const right = await this.isRight(caller, request).catch(async (error: unknown) => {
      // The proof couldn't be checked.
      if (attempt) await this.signInLimits.withdraw(attempt);
      throw error;
    });
    if (!right) throw request.password === undefined ? wrongProof(request) : wrongPassword();
    const authenticatedAt = this.clock();
    await this.dataSource.transaction(async (manager) => {
      if (attempt) await this.signInLimits.succeeded(manager, attempt);
      await manager.update(Session, { sidHash: caller.session, personId: caller.id }, { authenticatedAt });
    });
    return { freshUntil: freshUntil(authenticatedAt).toISOString() };
  }

  /** Passkeys can't be guessed and aren't limited. */
  private async beginConfirming(
    caller: SessionCaller,
    { password, code }: ConfirmIdentityRequest,
  ): Promise<Attempt | undefined> {
    if (password === undefined && code === undefined) return undefined;
    const rule = password === undefined ? attemptLimits.factorCode : attemptLimits.identity;
    return this.signInLimits.beginAttempt(caller.id, caller.clientAddress, rule);
  }

  private async isRight(caller: SessionCaller, request: ConfirmIdentityRequest): Promise<boolean> {
    const { password, code, passkeyJson } = request;
    if (password === undefined)
      return this.dataSource.transaction((manager) =>
        this.factors.take(manager, challengedOf(caller), { code, passkeyJson }, this.clock()),
      );
    const user = await this.dataSource.getRepository(Person).findOneBy({ id: caller.id });
    return this.passwords.verify(user?.passwordHash, password);
  }

  /** Runs `work` for a recently authenticated caller, with their row locked. */
  private async change<Result>(
    metadata: Metadata | undefined,
    work: (manager: EntityManager, caller: SessionCaller, user: Person) => Promise<Result>,
  ): Promise<Result> {
    const caller = await readFreshSession(this.dataSource, metadata, this.clock());
    return this.dataSource.transaction(async (manager) => {
      const user = await lockUser(manager, caller.id);
      if (!user) throw ended();
      return work(manager, caller, user);
    });
  }
}
