/** Adds second factors of all kinds and verifies their proofs. */
import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { audit } from '@site/platform/data/audit';
import { isUniqueViolation } from '@site/platform/lifecycle/trash';
import type { NewFactor, SecondFactor as FactorMessage } from '@site/proto/gen/nest/auth/v1/second_factors';
import { invalid, unprocessable, type Caller } from '@site/proto/grpc';
import type { EntityManager } from 'typeorm';
import type { Person } from '../people/person.entity.js';
import { tellOf } from './account-changes.js';
import type { Challenged } from './challenges.js';
import { Passkeys } from './passkeys.js';
import { makeRecoveryCodes, recoveryCodesLeft, takeRecoveryCode } from './recovery-codes.js';
import { SecondFactor, type FactorKind } from './factor-entities.js';
import { Totp } from './totp.js';

const maxFactors = 10;

/** Exactly one of these. */
export interface FactorProof {
  code?: string | undefined;
  recoveryCode?: string | undefined;
  passkeyJson?: string | undefined;
}

/** Names the field of the wrong code or passkey. */
export function wrongProof({ code, recoveryCode }: FactorProof) {
  const [field, message] =
    code !== undefined
      ? ['code', 'This code is wrong or was already used.']
      : recoveryCode !== undefined
        ? ['recovery_code', 'This recovery code is wrong or was already used.']
        : ['passkey', 'This passkey could not be confirmed.'];
  return invalid(message, [{ field, message }]);
}

/** For the audit log. */
export function factorIn({ code, recoveryCode }: FactorProof): FactorKind | 'recovery_code' {
  if (code !== undefined) return 'totp';
  return recoveryCode === undefined ? 'passkey' : 'recovery_code';
}

/** For the audit log. */
export const whyWrong = (proof: FactorProof): string =>
  ({ totp: 'wrong code', passkey: 'wrong passkey', recovery_code: 'wrong recovery code' })[factorIn(proof)];

interface NewFactorProof extends Pick<FactorProof, 'code' | 'passkeyJson'> {
  label: string;
}

export const toMessage = ({ id, kind, label, createdAt, lastUsedAt }: SecondFactor): FactorMessage => ({
  id,
  kind,
  label,
  createdAt: createdAt.toISOString(),
  ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
});

/** A user's second factors of all kinds: authenticator apps, passkeys and recovery codes. */
@Injectable()
export class Factors {
  constructor(
    @Inject(Totp) private readonly totp: Totp,
    @Inject(Passkeys) private readonly passkeys: Passkeys,
  ) {}

  list(manager: EntityManager, userId: string): Promise<SecondFactor[]> {
    return manager.find(SecondFactor, { where: { personId: userId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Returns whether the proof is correct. Uses up single-use proofs. */
  async take(manager: EntityManager, challenged: Challenged, proof: FactorProof, now: Date): Promise<boolean> {
    const { code, recoveryCode, passkeyJson } = proof;
    const { personId } = challenged;
    if (code !== undefined) return this.totp.take(manager, personId, code, now);
    if (recoveryCode !== undefined) return takeRecoveryCode(manager, personId, recoveryCode, now);
    return passkeyJson !== undefined && this.passkeys.take(manager, challenged, passkeyJson, now);
  }

  /** Returns setup data. @throws FAILED_PRECONDITION with ten, or if passkeys aren't possible */
  async start(
    manager: EntityManager,
    challenged: Challenged,
    kind: string,
    user: Pick<Person, 'name' | 'email'>,
    now: Date,
  ): Promise<NewFactor> {
    await this.checkFactorLimit(manager, challenged.personId);
    if (kind === 'passkey') {
      const options = await this.passkeys.start(manager, challenged, user, now);
      return { secret: '', uri: '', optionsJson: JSON.stringify(options) };
    }
    return { ...(await this.totp.start(manager, challenged, user.email, now)), optionsJson: '' };
  }

  private async checkFactorLimit(manager: EntityManager, userId: string): Promise<void> {
    if ((await manager.countBy(SecondFactor, { personId: userId })) >= maxFactors)
      throw unprocessable('You already have ten second factors. Remove one first.');
  }

  /**
   * Adds a factor, and recovery codes when there are none. The caller must have locked the user's row.
   * @returns undefined when the response was wrong; what it used up stays used when the transaction commits
   */
  async complete(
    manager: EntityManager,
    challenged: Challenged,
    proof: NewFactorProof,
    caller: Caller,
    now: Date,
  ): Promise<{ factor: SecondFactor; recoveryCodes: string[] } | undefined> {
    const { personId } = challenged;
    await this.checkFactorLimit(manager, personId);
    const id = newId();
    const kind: FactorKind = proof.code === undefined ? 'passkey' : 'totp';
    const proved =
      proof.code === undefined
        ? await this.passkeys.complete(manager, challenged, proof.passkeyJson ?? '', now)
        : await this.totp.complete(manager, challenged, id, proof.code, now);
    if (proved === undefined) throw unprocessable('Your time to add it has run out. Please start again.');
    if (proved === 'wrong') return undefined;
    const factor = await this.insert(manager, { id, personId, kind, label: proof.label, createdAt: now, ...proved });
    const left = await recoveryCodesLeft(manager, personId);
    const recoveryCodes = left > 0 ? [] : await makeRecoveryCodes(manager, personId, now);
    await audit(manager, caller, 'factor.add', personId, caller.name, kind);
    await tellOf(manager, personId, 'factor-added');
    return { factor, recoveryCodes };
  }

  private async insert(manager: EntityManager, row: Partial<SecondFactor>): Promise<SecondFactor> {
    try {
      return await manager.save(manager.create(SecondFactor, { lastUsedAt: null, ...row }));
    } catch (error) {
      if (isUniqueViolation(error)) throw unprocessable('This passkey is already registered.');
      throw error;
    }
  }
}
