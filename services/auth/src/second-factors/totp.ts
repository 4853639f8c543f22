/** Authenticator apps as second factors: time-based one-time passwords (RFC 6238). */
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { unavailable } from '@site/proto/grpc';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type { EntityManager } from 'typeorm';
import { setChallenge, findChallenge, takeChallenge, type Challenged } from './challenges.js';
import { FACTOR_SETTINGS, type FactorSettings } from '../settings.js';
import { SecondFactor } from './factor-entities.js';

/** RFC 6238: SHA-1, six digits, steps of 30 s; one step before and after for clock skew. */
const stepSeconds = 30;

function stepOf(secret: string, code: string, now: Date): number | undefined {
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = verifySync({ secret, token: code, epoch, period: stepSeconds, epochTolerance: stepSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

const sealContext = (factorId: string, userId: string) => `totp ${factorId} of ${userId}`;
const newSealContext = ({ boundTo, personId }: Challenged) => `new totp ${boundTo} of ${personId}`;

/** Enrolls authenticator apps and accepts each code once. Secrets are stored encrypted. */
@Injectable()
export class Totp {
  constructor(
    @Inject(FACTOR_SETTINGS) private readonly settings: FactorSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Creates an app's secret, which becomes a factor with the first code. */
  async start(manager: EntityManager, challenged: Challenged, account: string, now: Date) {
    const secret = generateSecret();
    const sealed = this.settings.seal.seal(secret, newSealContext(challenged));
    await setChallenge(manager, challenged, 'new-totp', sealed, now);
    return { secret, uri: generateURI({ issuer: this.settings.siteName, label: account, secret }) };
  }

  /**
   * Verifies a new app's first code.
   * @returns the factor's columns, "wrong" for a wrong code, undefined when no secret is pending
   */
  async complete(manager: EntityManager, challenged: Challenged, factorId: string, code: string, now: Date) {
    const sealed = await findChallenge(manager, challenged, 'new-totp', now);
    if (!sealed) return undefined;
    const secret = this.settings.seal.open(sealed, newSealContext(challenged));
    const step = stepOf(secret, code, now);
    if (step === undefined) return 'wrong' as const;
    await takeChallenge(manager, challenged, 'new-totp', now);
    const secretSealed = this.settings.seal.seal(secret, sealContext(factorId, challenged.personId));
    return { secretSealed, lastStep: String(step) };
  }

  /**
   * Returns whether a code of the user's apps is newer than the last accepted one, and accepts it.
   * @throws UNAVAILABLE when the key for a secret is missing
   */
  async take(manager: EntityManager, userId: string, code: string, now: Date): Promise<boolean> {
    const { seal } = this.settings;
    let failure: unknown;
    for (const { id, secretSealed } of await manager.findBy(SecondFactor, { personId: userId, kind: 'totp' })) {
      if (secretSealed === null) continue;
      let secret: string;
      try {
        secret = seal.open(secretSealed, sealContext(id, userId));
      } catch (error) {
        failure = error;
        continue;
      }
      const step = stepOf(secret, code, now);
      if (step === undefined) continue;
      const renewed = seal.isOutdated(secretSealed) ? seal.seal(secret, sealContext(id, userId)) : secretSealed;
      // One statement: of two requests with the same code, only one succeeds.
      const [, taken] = await manager.query<[unknown, number]>(
        `UPDATE second_factors SET last_step = $2, last_used_at = $3, secret_sealed = $4
         WHERE id = $1 AND (last_step IS NULL OR last_step < $2)`,
        [id, step, now, renewed],
      );
      if (taken === 1) return true;
    }
    if (failure === undefined) return false;
    this.logger.error({ err: failure }, 'cannot decrypt the secret of an authenticator app');
    throw unavailable('We can’t check codes right now. Please use a passkey or a recovery code.');
  }
}
