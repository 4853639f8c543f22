/** Codes that reset a forgotten password. */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { isId } from '@site/platform/base/ids';
import { addToOutbox, markProcessed } from '@site/platform/jobs/outbox';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../settings.js';
import type { Account } from '../people/find-account.js';
import { addressKeyOf, networkOf } from '@site/platform/base/ip-address';
import { createRetryError } from '../sessions/retry-later-error.js';
import { KeyedHash } from '../sessions/keyed-hash.js';
import { PasswordReset } from './password-reset.entity.js';
import { waitForMail } from './reset-limits.js';

export const codeValidMinutes = 10;
const codeValidMs = codeValidMinutes * 60_000;
/** An email delayed this long is no longer expected and is dropped. */
const mailableMs = 30 * 60_000;
const maxAttempts = 5;

export interface ResetMail {
  email: string;
  name: string;
  code: string;
}

interface Due {
  id: string;
  name: string | null;
  email: string | null;
}

type LiveReset = Pick<PasswordReset, 'id' | 'codeHash' | 'codeExpiresAt' | 'triesHere' | 'triesElsewhere'> & {
  here: boolean;
};

/**
 * Codes for forgotten passwords, stored only as keyed hashes. A code ends when it expires, is used, or after five wrong
 * attempts: five from the network that requested it and five from elsewhere, so that a stranger who requests a code and
 * guesses uses up only their own.
 */
@Injectable()
export class ResetCodes {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(KeyedHash) private readonly keyed: KeyedHash,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Requests an email with a code, unless one was requested within the last minute. Unknown addresses take the same
   * path until the job runs, so that response times reveal nothing.
   * @throws RESOURCE_EXHAUSTED with the seconds until a code can be requested again
   */
  async request({ hash, user: person }: Account, clientAddress: string): Promise<void> {
    const now = this.clock();
    const place = { accountHash: hash, network: networkOf(clientAddress), addressKey: addressKeyOf(clientAddress) };
    await this.dataSource.transaction(async (manager) => {
      const wait = await waitForMail(manager, place, now);
      if (wait === 'just now') return;
      if (wait > 0) throw createRetryError('Too many codes were requested', wait);
      const reset = Object.assign(new PasswordReset(), {
        accountHash: hash,
        personId: person?.id ?? null,
        clientNetwork: place.network,
        addressKey: place.addressKey,
        requestedAt: now,
      });
      await manager.insert(PasswordReset, reset);
      await addToOutbox(manager, { queue: 'mail', name: 'send-reset-code', payload: { resetId: reset.id } });
    });
  }

  /** Creates the code for an email; undefined, with the outbox row processed, if there is nothing to send. */
  async issue(resetId: string, outboxId: string): Promise<ResetMail | undefined> {
    if (!isId(resetId) || !isId(outboxId)) return undefined;
    const now = this.clock();
    return this.dataSource.transaction(async (manager) => {
      const [due] = await manager.query<Due[]>(
        `SELECT reset.id, person.name, person.email
         FROM password_resets reset
         JOIN outbox ON outbox.id = $2 AND outbox.name = 'send-reset-code' AND outbox.payload->>'resetId' = $1
         LEFT JOIN people person ON person.id = reset.person_id AND person.deleted_at IS NULL
         WHERE reset.id = CAST($1 AS uuid) AND outbox.processed_at IS NULL AND reset.ended_at IS NULL
           AND reset.token_hash IS NULL AND reset.requested_at > $3
         FOR UPDATE OF reset`,
        [resetId, outboxId, new Date(now.getTime() - mailableMs)],
      );
      if (!due?.email || !due.name) {
        await markProcessed(manager, outboxId);
        return undefined;
      }
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await manager.query('UPDATE password_resets SET code_hash = $2, code_expires_at = $3 WHERE id = $1', [
        due.id,
        this.keyed.of('reset code', due.id, code),
        new Date(now.getTime() + codeValidMs),
      ]);
      return { email: due.email, name: due.name, code };
    });
  }

  /** Exchanges a code for a token; false if wrong. Locks the rows, to count concurrent guesses. */
  async exchange(
    accountHash: string,
    code: string,
    network: string,
    token: { hash: string; expiresAt: Date },
  ): Promise<boolean> {
    const now = this.clock();
    return this.dataSource.transaction(async (manager) => {
      const live = await manager.query<LiveReset[]>(
        `SELECT id, code_hash AS "codeHash", code_expires_at AS "codeExpiresAt", client_network = $2 AS here,
           tries_here AS "triesHere", tries_elsewhere AS "triesElsewhere"
         FROM password_resets
         WHERE account_hash = $1 AND ended_at IS NULL AND token_hash IS NULL AND requested_at > $3
         ORDER BY id FOR UPDATE`,
        [accountHash, network, new Date(now.getTime() - mailableMs - codeValidMs)],
      );
      const tried = live.filter((reset) => (reset.here ? reset.triesHere : reset.triesElsewhere) < maxAttempts);
      const right = tried.filter((reset) => this.isRight(reset, code, now))[0];
      await manager.query(
        `UPDATE password_resets
         SET tries_here = tries_here + (client_network = $2)::int, tries_elsewhere = tries_elsewhere + (client_network <> $2)::int
         WHERE id = ANY($1)`,
        [tried.map(({ id }) => id), network],
      );
      if (!right) return false;
      await manager.query(
        'UPDATE password_resets SET code_hash = NULL, token_hash = $2, token_expires_at = $3 WHERE id = $1',
        [right.id, token.hash, token.expiresAt],
      );
      return true;
    });
  }

  /** Takes the same time without a code. */
  private isRight({ id, codeHash, codeExpiresAt }: LiveReset, code: string, now: Date): boolean {
    const actual = Buffer.from(this.keyed.of('reset code', id, code));
    const same = timingSafeEqual(actual, Buffer.from(codeHash ?? '0'.repeat(actual.length)));
    return same && codeHash !== null && codeExpiresAt !== null && codeExpiresAt > now;
  }
}
