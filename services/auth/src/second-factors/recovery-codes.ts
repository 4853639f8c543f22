import { createHash, randomInt } from 'node:crypto';
import { IsNull, type EntityManager } from 'typeorm';
import { RecoveryCode } from './recovery-code.entity.js';

/**
 * Codes for the day on which a factor is lost. Each has 118 random bits, so a plain hash keeps it (OWASP ASVS 5.0, 6.5.2: from
 * 112 bits on), and none can be guessed.
 */
const codesAtOnce = 10;
/** Letters and digits that do not look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 24;
const groupLength = 6;

/** Spelling does not matter: capitals, blanks and dashes are the typist's. */
const hashOf = (personId: string, code: string) =>
  createHash('sha256')
    .update(`recovery code of ${personId} ${code.replaceAll(/[\s-]/g, '').toLowerCase()}`)
    .digest('hex');

function newCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return letters.match(new RegExp(`.{${groupLength}}`, 'g'))?.join('-') ?? letters;
}

/** Ten new codes, told this once; older ones end. */
export async function makeRecoveryCodes(manager: EntityManager, personId: string, now: Date): Promise<string[]> {
  await endRecoveryCodes(manager, personId);
  const codes = Array.from({ length: codesAtOnce }, newCode);
  await manager.insert(
    RecoveryCode,
    codes.map((code) => ({ codeHash: hashOf(personId, code), personId, createdAt: now, usedAt: null })),
  );
  return codes;
}

export const endRecoveryCodes = (manager: EntityManager, personId: string) =>
  manager.delete(RecoveryCode, { personId });

/** How many can still be used. */
export const recoveryCodesLeft = (manager: EntityManager, personId: string): Promise<number> =>
  manager.countBy(RecoveryCode, { personId, usedAt: IsNull() });

/** Whether it is one of the person's codes that was not used yet; then it is used. */
export async function takeRecoveryCode(
  manager: EntityManager,
  personId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const { affected } = await manager.update(
    RecoveryCode,
    { codeHash: hashOf(personId, code), personId, usedAt: IsNull() },
    { usedAt: now },
  );
  return affected === 1;
}
