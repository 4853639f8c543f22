/** The second step of a sign-in: proof of the second factor, or enrollment where the role requires one. */
import { Controller, Inject } from '@nestjs/common';
import {
  SecondStepServiceControllerMethods,
  type CompleteEnrolmentRequest,
  type CompleteStepRequest,
  type SecondStepServiceController,
  type StartEnrolmentRequest,
  type StartPasskeyStepRequest,
} from '@site/proto/gen/nest/auth/v1/second_factors';
import { DataSource, type EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../settings.js';
import { withoutNul } from '../people/find-account.js';
import { Person } from '../people/person.entity.js';
import { attemptLimits, SignInLimits, type Attempt } from '../sessions/sign-in-limits.js';
import { PasswordCheckQueue } from '../sessions/password-check-queue.js';
import type { HalfSession } from '../sessions/session-entities.js';
import { halfSessionOver, HalfSessions } from '../sessions/half-sessions.js';
import { SessionOpener, type Opened } from '../sessions/session-opener.js';
import { loginAttemptKinds, SignInLog, type LoginAttempt } from '../sessions/sign-in-log.js';
import type { Challenged } from './challenges.js';
import { factorIn, Factors, whyWrong, wrongProof } from './factors.js';
import { Passkeys } from './passkeys.js';

const challengedOf = ({ tokenHash, personId }: HalfSession): Challenged => ({ boundTo: tokenHash, personId });

@Controller()
@SecondStepServiceControllerMethods()
export class SecondStepController implements SecondStepServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(HalfSessions) private readonly halfSessions: HalfSessions,
    @Inject(SessionOpener) private readonly opener: SessionOpener,
    @Inject(Factors) private readonly factors: Factors,
    @Inject(Passkeys) private readonly passkeys: Passkeys,
    @Inject(PasswordCheckQueue) private readonly checkQueue: PasswordCheckQueue,
    @Inject(SignInLog) private readonly signInLog: SignInLog,
    @Inject(SignInLimits) private readonly signInLimits: SignInLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async startPasskeyStep(request: StartPasskeyStepRequest) {
    const options = await this.withHalfSession(request, false, (half) =>
      this.dataSource.transaction((manager) => this.passkeys.startUse(manager, challengedOf(half), this.clock())),
    );
    return { optionsJson: JSON.stringify(options) };
  }

  /** Opens the session. @throws INVALID_ARGUMENT for a wrong proof, UNAUTHENTICATED when the time or tries ran out */
  async completeStep(request: CompleteStepRequest) {
    const { clientAddress } = request;
    const userId = this.halfSessions.getUserId(request.halfToken);
    const loginAttempt: LoginAttempt = {
      kind: loginAttemptKinds.secondStep,
      account: userId,
      clientAddress,
      owner: () => this.dataSource.getRepository(Person).findOneBy({ id: userId }),
      reason: () => whyWrong(request),
    };
    const opened = await this.signInLog.watch(this.checkQueue, loginAttempt, async () => {
      const half = await this.halfSessions.find(this.dataSource.manager, request.halfToken, false);
      return this.takeFactor(half, request);
    });
    return await this.opener.buildResponse(opened);
  }

  private async takeFactor(half: HalfSession, request: CompleteStepRequest): Promise<Opened> {
    const attempt =
      request.code === undefined
        ? undefined
        : await this.signInLimits.beginAttempt(half.personId, request.clientAddress, attemptLimits.factorCode);
    const opened = await this.inStep(half, attempt, async (manager, user) => {
      if (!(await this.factors.take(manager, challengedOf(half), request, this.clock()))) return undefined;
      if (attempt) await this.signInLimits.succeeded(manager, attempt);
      return this.opener.open(manager, user, request, factorIn(request));
    });
    if (!opened) throw wrongProof(request);
    return opened;
  }

  async startEnrolment(request: StartEnrolmentRequest) {
    const newFactor = await this.withHalfSession(request, true, (half) =>
      this.dataSource.transaction(async (manager) => {
        const user = await this.lockWithoutFactor(manager, half);
        return this.factors.start(manager, challengedOf(half), request.kind, user, this.clock());
      }),
    );
    return newFactor;
  }

  /** Adds the first factor and opens the session. @throws like `completeStep` */
  async completeEnrolment(request: CompleteEnrolmentRequest) {
    const enrolled = await this.withHalfSession(request, true, (half) =>
      this.inStep(half, undefined, async (manager, user) => {
        await this.assertNotEnrolled(manager, user);
        const { id, name, role } = user;
        const caller = { id, name, role, clientAddress: withoutNul(request.clientAddress) };
        const added = await this.factors.complete(manager, challengedOf(half), request, caller, this.clock());
        return added && { ...added, opened: await this.opener.open(manager, user, request, added.factor.kind) };
      }),
    );
    if (!enrolled) throw wrongProof(request);
    const { opened, recoveryCodes } = enrolled;
    return { signedIn: await this.opener.buildResponse(opened), recoveryCodes };
  }

  /** Runs `work` with the half session, in its turn in the queue: a flood leaves database connections for others. */
  private async withHalfSession<Result>(
    { halfToken, clientAddress = '' }: { halfToken: string; clientAddress?: string },
    enrol: boolean,
    work: (half: HalfSession) => Promise<Result>,
  ): Promise<Result> {
    const account = this.halfSessions.getUserId(halfToken);
    return this.checkQueue.run({ account, clientAddress }, async () =>
      work(await this.halfSessions.find(this.dataSource.manager, halfToken, enrol)),
    );
  }

  /**
   * Runs `work` with person and half session locked, so that concurrent attempts are all counted. Success ends the half
   * session; an undefined result counts as a wrong attempt.
   */
  private async inStep<Result>(
    half: HalfSession,
    attempt: Attempt | undefined,
    work: (manager: EntityManager, user: Person) => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    const looking = this.dataSource.transaction(async (manager) => {
      const user = await this.halfSessions.lock(manager, half);
      const result = await work(manager, user);
      await (result === undefined ? this.halfSessions.failed(manager, half) : this.halfSessions.end(manager, half));
      return result;
    });
    return looking.catch(async (error: unknown) => {
      // The proof couldn't be checked.
      if (attempt) await this.signInLimits.withdraw(attempt);
      throw error;
    });
  }

  private async lockWithoutFactor(manager: EntityManager, half: HalfSession): Promise<Person> {
    const user = await this.halfSessions.lock(manager, half);
    await this.assertNotEnrolled(manager, user);
    return user;
  }

  /** A user who has added a factor in another sign-in must use it. */
  private async assertNotEnrolled(manager: EntityManager, { id }: Person): Promise<void> {
    if ((await this.factors.list(manager, id)).length > 0) throw halfSessionOver();
  }
}
