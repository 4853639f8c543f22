/** Passkeys and security keys as second factors: registration and proof. */
import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { unprocessable } from '@site/proto/grpc';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { EntityManager } from 'typeorm';
import { setChallenge, takeChallenge, type Challenged } from './challenges.js';
import { FACTOR_SETTINGS, type FactorSettings } from '../settings.js';
import { SecondFactor } from './factor-entities.js';

const notPossible = () => unprocessable('Passkeys don’t work at this address.');

/** Doesn't validate: the gateway has checked the shape, the library checks the rest. */
function parsed<Value>(json: string): Value | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Value) : undefined;
  } catch {
    return undefined;
  }
}

/** Browsers allow passkeys only for host names, over https or on localhost. */
export function passkeysPossibleAt(publicUrl: string): boolean {
  const { hostname, protocol } = new URL(publicUrl);
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[');
  return isName && (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'));
}

/** Passkeys and security keys (WebAuthn Level 3), bound to PUBLIC_URL's host and origin. */
@Injectable()
export class Passkeys {
  private readonly origin: string;
  private readonly rpId: string;
  readonly possible: boolean;

  constructor(
    @Inject(FACTOR_SETTINGS) private readonly settings: FactorSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { origin, hostname } = new URL(settings.publicUrl);
    this.origin = origin;
    this.rpId = hostname;
    this.possible = passkeysPossibleAt(settings.publicUrl);
  }

  /** @throws FAILED_PRECONDITION when browsers don't allow passkeys */
  async start(manager: EntityManager, challenged: Challenged, user: { name: string; email: string }, now: Date) {
    if (!this.possible) throw notPossible();
    const existing = await this.listOf(manager, challenged.personId);
    const options = await generateRegistrationOptions({
      rpName: this.settings.siteName,
      rpID: this.rpId,
      userName: user.email,
      userDisplayName: user.name,
      userID: new Uint8Array(Buffer.from(challenged.personId.replaceAll('-', ''), 'hex')),
      attestationType: 'none',
      excludeCredentials: existing.map(({ id }) => ({ id })),
      // The password is the other factor, so a security key without a PIN suffices.
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    });
    await setChallenge(manager, challenged, 'new-passkey', options.challenge, now);
    return options;
  }

  /**
   * Verifies a new passkey's response.
   * @returns the factor's columns, "wrong" when verification fails, undefined when no challenge is pending
   */
  async complete(manager: EntityManager, challenged: Challenged, json: string, now: Date) {
    const expectedChallenge = await takeChallenge(manager, challenged, 'new-passkey', now);
    if (!expectedChallenge) return undefined;
    const response = parsed<RegistrationResponseJSON>(json);
    const { registrationInfo } = response
      ? await this.attempt(() =>
          verifyRegistrationResponse({
            response,
            expectedChallenge,
            expectedOrigin: this.origin,
            expectedRPID: this.rpId,
            requireUserVerification: false,
          }),
        )
      : {};
    if (!registrationInfo) return 'wrong' as const;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter: String(counter) };
  }

  /** @throws FAILED_PRECONDITION without any, or if browsers don't allow passkeys */
  async startUse(manager: EntityManager, challenged: Challenged, now: Date) {
    if (!this.possible) throw notPossible();
    const existing = await this.listOf(manager, challenged.personId);
    if (existing.length === 0) throw unprocessable('This account has no passkey.');
    const options = await generateAuthenticationOptions({
      rpID: this.rpId,
      allowCredentials: existing.map(({ id }) => ({ id })),
      userVerification: 'preferred',
    });
    await setChallenge(manager, challenged, 'passkey', options.challenge, now);
    return options;
  }

  /** Returns whether one of the user's passkeys signed the pending challenge, which is used up. */
  async take(manager: EntityManager, challenged: Challenged, json: string, now: Date): Promise<boolean> {
    const expectedChallenge = await takeChallenge(manager, challenged, 'passkey', now);
    const response = parsed<AuthenticationResponseJSON>(json);
    if (!expectedChallenge || typeof response?.id !== 'string') return false;
    const factor = await manager.findOne(SecondFactor, {
      where: { personId: challenged.personId, kind: 'passkey', credentialId: response.id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!factor?.publicKey || factor.credentialId === null) return false;
    const { id, credentialId, publicKey, counter } = factor;
    const { verified, authenticationInfo } = await this.attempt(() =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: this.origin,
        expectedRPID: this.rpId,
        requireUserVerification: false,
        credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
      }),
    );
    if (!verified || !authenticationInfo) return false;
    await manager.update(SecondFactor, id, { counter: String(authenticationInfo.newCounter), lastUsedAt: now });
    return true;
  }

  /** Catches the library's errors: invalid responses are wrong answers, not internal errors. */
  private async attempt<Result extends object>(check: () => Promise<Result>): Promise<Partial<Result>> {
    try {
      return await check();
    } catch (error) {
      this.logger.info({ reason: error instanceof Error ? error.message : '' }, 'passkey rejected');
      return {};
    }
  }

  private async listOf(manager: EntityManager, userId: string): Promise<{ id: string }[]> {
    const factors = await manager.findBy(SecondFactor, { personId: userId, kind: 'passkey' });
    return factors.flatMap(({ credentialId }) => (credentialId === null ? [] : [{ id: credentialId }]));
  }
}
