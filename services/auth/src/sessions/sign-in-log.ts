import { status, type Metadata } from '@grpc/grpc-js';
import { RpcException } from '@nestjs/microservices';
import { Inject, Injectable } from '@nestjs/common';
import { audit, stranger, type AuditPrincipal } from '@site/platform/data/audit';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import { metadataKeys, type FieldError } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { withoutNul } from '../people/find-account.js';
import { Gate } from '../people/passwords.js';
import type { Person } from '../people/person.entity.js';
import { addressKeyOf } from './client-network.js';
import type { GuessRoom } from './guess-room.js';

interface GuessKind {
  /** The action of a wrong guess, and of one too many. */
  wrong: string;
  tooMany: string;
  /** How a wrong one is refused; with fields, only for one of these. */
  codes: readonly status[];
  fields?: readonly string[];
}

export const guessKinds = {
  password: { wrong: 'session.refused', tooMany: 'session.limited', codes: [status.UNAUTHENTICATED] },
  secondStep: {
    wrong: 'factor.refused',
    tooMany: 'session.limited',
    codes: [status.UNAUTHENTICATED, status.INVALID_ARGUMENT],
  },
  /** A password, a code or a passkey of somebody who is signed in. */
  identity: { wrong: 'identity.refused', tooMany: 'identity.limited', codes: [status.INVALID_ARGUMENT] },
  oldPassword: {
    wrong: 'password.refused',
    tooMany: 'password.limited',
    codes: [status.INVALID_ARGUMENT],
    // Whether the new one is any good is no guess.
    fields: ['old_password'],
  },
  /** A mailed code, or the token that it was exchanged for. */
  resetCode: {
    wrong: 'reset.refused',
    tooMany: 'reset.limited',
    codes: [status.INVALID_ARGUMENT],
    fields: ['code', 'reset_token'],
  },
} satisfies Record<string, GuessKind>;

type Owner = Pick<Person, 'id' | 'email'>;

/** A try at something that can be guessed. */
export interface Guess {
  kind: GuessKind;
  /** Whose secret it is, as any name that stays the same. */
  account: string;
  clientAddress: string;
  /** Whoever tries, when they are signed in. */
  by?: AuditPrincipal;
  /** Whose secret it is; null for an address without an account. Asked only when there is something to write down. */
  owner(): Promise<Owner | null>;
  /** Why a wrong one is refused. What was typed never stands here: people type passwords into the wrong field. */
  reason(owner: Owner | null): string;
}

/** Entries a minute. Passwords are checked about as fast on two cores; more are counted, not kept. */
const mostAMinute = 600;
/** A flood of refusals leaves the connections to others, and nobody waits long for being refused: the rest is counted as well. */
const writtenAtOnce = 2;
const mostUnwritten = 100;

/** Whether this is how a wrong guess of that kind is refused, or one too many. */
function refusalBy(error: unknown, { codes, fields }: GuessKind): 'wrong' | 'tooMany' | undefined {
  if (!(error instanceof RpcException)) return undefined;
  const { code, metadata } = error.getError() as { code?: status; metadata?: Metadata };
  if (code === undefined) return undefined;
  if (code === status.RESOURCE_EXHAUSTED) return 'tooMany';
  if (!codes.includes(code)) return undefined;
  const named = metadata?.get(metadataKeys.fieldErrors)[0];
  const wrongFields = named === undefined ? [] : (JSON.parse(String(named)) as FieldError[]);
  return !fields || wrongFields.some(({ field }) => fields.includes(field)) ? 'wrong' : undefined;
}

/** Writes refused guesses into the audit log. Known and unknown accounts take the same time. */
@Injectable()
export class SignInLog {
  /** `limited`: who was told to come back later, which is written down once. */
  private minute = { startedAt: 0, entries: 0, left: 0, limited: new Set<string>() };
  private readonly writing = new Gate(writtenAtOnce, mostUnwritten);
  private unwritten = 0;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Does `work` when it is its turn in the room; when the guess is refused, there or by `work`, writes that down and refuses. */
  async watch<Result>(room: GuessRoom, guess: Guess, work: () => Promise<Result>): Promise<Result> {
    try {
      return await room.run(guess, work);
    } catch (error) {
      const refusal = refusalBy(error, guess.kind);
      if (refusal) await this.write(guess, refusal);
      throw error;
    }
  }

  /** Whether an entry has room in the minute under way. */
  private hasRoom(limited: string | undefined): boolean {
    const now = performance.now();
    if (now - this.minute.startedAt > 60_000) {
      const { left } = this.minute;
      if (left > 0) this.logger.warn({ left }, 'more guesses were refused than the audit log keeps');
      this.minute = { startedAt: now, entries: 0, left: 0, limited: new Set() };
    }
    if (limited !== undefined && this.minute.limited.has(limited)) return false;
    if (this.minute.entries >= mostAMinute || this.unwritten >= mostUnwritten) {
      this.minute.left += 1;
      return false;
    }
    this.minute.entries += 1;
    if (limited !== undefined) this.minute.limited.add(limited);
    return true;
  }

  private async write(guess: Guess, refusal: 'wrong' | 'tooMany'): Promise<void> {
    const { account, clientAddress, by = stranger(withoutNul(clientAddress)) } = guess;
    const action = guess.kind[refusal];
    const isLimited = refusal === 'tooMany';
    if (!this.hasRoom(isLimited ? `${action} ${account} ${addressKeyOf(clientAddress)}` : undefined)) return;
    this.unwritten += 1;
    try {
      await this.writing.run(async () => {
        const owner = await guess.owner();
        const reason = isLimited ? 'too many attempts' : guess.reason(owner);
        await this.dataSource.transaction((manager) =>
          audit(manager, by, action, owner?.id ?? '', owner?.email ?? '', reason),
        );
      });
    } catch (error) {
      // The refusal itself must not depend on the log.
      this.logger.warn({ err: error, action }, 'a refused guess could not be written into the audit log');
    } finally {
      this.unwritten -= 1;
    }
  }
}
