/** Single-use codes for users who have lost their second factor. */
import { createHash, randomInt } from 'node:crypto';
import { IsNull, type EntityManager } from 'typeorm';
import { RecoveryCode } from './factor-entities.js';

/** Codes for when a factor is lost. With 118 random bits, a plain hash suffices (OWASP ASVS 5.0, 6.5.2: 112 bits). */
const codesAtOnce = 10;
/** No look-alikes. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 24;
const groupLength = 6;

/** Ignores capitals, spaces and dashes. */
const hashOf = (userId: string, code: string) =>
  createHash('sha256')
    .update(`recovery code of ${userId} ${code.replaceAll(/[\s-]/g, '').toLowerCase()}`)
    .digest('hex');

function newCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return letters.match(new RegExp(`.{${groupLength}}`, 'g'))?.join('-') ?? letters;
}

/** Returns ten new codes, shown only once, which replace older ones. */
export async function makeRecoveryCodes(manager: EntityManager, userId: string, now: Date): Promise<string[]> {
  await endRecoveryCodes(manager, userId);
  const codes = Array.from({ length: codesAtOnce }, newCode);
  await manager.insert(
    RecoveryCode,
    codes.map((code) => ({ codeHash: hashOf(userId, code), personId: userId, createdAt: now, usedAt: null })),
  );
  return codes;
}

export const endRecoveryCodes = (manager: EntityManager, userId: string) =>
  manager.delete(RecoveryCode, { personId: userId });

export const recoveryCodesLeft = (manager: EntityManager, userId: string): Promise<number> =>
  manager.countBy(RecoveryCode, { personId: userId, usedAt: IsNull() });

/** Returns whether it is an unused code of the user, and marks it used. */
export async function takeRecoveryCode(
  manager: EntityManager,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const { affected } = await manager.update(
    RecoveryCode,
    { codeHash: hashOf(userId, code), personId: userId, usedAt: IsNull() },
    { usedAt: now },
  );
  return affected === 1;
}
