/** Audit entries for wrong and rejected guesses at passwords, codes and links. */
import { status, type Metadata } from '@grpc/grpc-js';
import { RpcException } from '@nestjs/microservices';
import { Inject, Injectable } from '@nestjs/common';
import { audit, stranger, type AuditPrincipal } from '@site/platform/data/audit';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { metadataKeys, type FieldError } from '@site/proto/grpc';
import { DataSource } from 'typeorm';
import { withoutNul } from '../people/find-account.js';
import { Gate } from '../people/passwords.js';
import type { Person } from '../people/person.entity.js';
import { addressKeyOf } from '@site/platform/base/ip-address';
import type { PasswordCheckQueue } from './password-check-queue.js';

interface LoginAttemptKind {
  /** Audit actions for a wrong guess, and one too many. */
  wrong: string;
  tooMany: string;
  /** Error codes of a wrong guess; if `fields` is set, only for one of these. */
  codes: readonly status[];
  fields?: readonly string[];
}

export const loginAttemptKinds = {
  password: { wrong: 'session.refused', tooMany: 'session.limited', codes: [status.UNAUTHENTICATED] },
  secondStep: {
    wrong: 'factor.refused',
    tooMany: 'session.limited',
    codes: [status.UNAUTHENTICATED, status.INVALID_ARGUMENT],
  },
  identity: { wrong: 'identity.refused', tooMany: 'identity.limited', codes: [status.INVALID_ARGUMENT] },
  oldPassword: {
    wrong: 'password.refused',
    tooMany: 'password.limited',
    codes: [status.INVALID_ARGUMENT],
    // A rejected new password isn't a guess.
    fields: ['old_password'],
  },
  /** An emailed code, or its token. */
  resetCode: {
    wrong: 'reset.refused',
    tooMany: 'reset.limited',
    codes: [status.INVALID_ARGUMENT],
    fields: ['code', 'reset_token'],
  },
  /** An emailed invitation's token. */
  invitation: {
    wrong: 'invitation.refused',
    tooMany: 'invitation.limited',
    codes: [status.NOT_FOUND, status.FAILED_PRECONDITION],
  },
} satisfies Record<string, LoginAttemptKind>;

type Owner = Pick<Person, 'id' | 'name'>;

export interface LoginAttempt {
  kind: LoginAttemptKind;
  /** Under any stable name. */
  account: string;
  clientAddress: string;
  /** The signed-in user, if any. */
  by?: AuditPrincipal;
  /** Returns the account's owner, if any. Called only when an entry is written. */
  owner(): Promise<Owner | null>;
  /** Returns why a guess was rejected, never the input: users type passwords into the wrong field. */
  reason(owner: Owner | null): string;
}

/** Entries per minute, about the rate at which two cores check passwords; further ones are only counted. */
const maxEntriesPerMinute = 600;
/** A flood of rejections leaves connections for others and isn't delayed; the rest is counted. */
const writtenAtOnce = 2;
const maxPendingWrites = 100;

function classifyFailure(error: unknown, { codes, fields }: LoginAttemptKind): 'wrong' | 'tooMany' | undefined {
  if (!(error instanceof RpcException)) return undefined;
  const { code, metadata } = error.getError() as { code?: status; metadata?: Metadata };
  if (code === undefined) return undefined;
  if (code === status.RESOURCE_EXHAUSTED) return 'tooMany';
  if (!codes.includes(code)) return undefined;
  const named = metadata?.get(metadataKeys.fieldErrors)[0];
  const wrongFields = named === undefined ? [] : (JSON.parse(String(named)) as FieldError[]);
  return !fields || wrongFields.some(({ field }) => fields.includes(field)) ? 'wrong' : undefined;
}

/** Records rejected guesses in the audit log, in the same time for known and unknown accounts. */
@Injectable()
export class SignInLog {
  /** `limited`: rate-limited accounts or clients, recorded once. */
  private minute = { startedAt: 0, entries: 0, left: 0, limited: new Set<string>() };
  private readonly writing = new Gate(writtenAtOnce, maxPendingWrites);
  private unwritten = 0;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Runs `work` in its turn in the queue; records and rethrows rejections. */
  async watch<Result>(
    checkQueue: PasswordCheckQueue,
    loginAttempt: LoginAttempt,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await checkQueue.run(loginAttempt, work);
    } catch (error) {
      const failure = classifyFailure(error, loginAttempt.kind);
      if (failure) await this.write(loginAttempt, failure);
      throw error;
    }
  }

  private hasCapacity(limited: string | undefined): boolean {
    const now = performance.now();
    if (now - this.minute.startedAt > 60_000) {
      const { left } = this.minute;
      if (left > 0) this.logger.warn({ left }, 'more guesses were rejected than the audit log records');
      this.minute = { startedAt: now, entries: 0, left: 0, limited: new Set() };
    }
    if (limited !== undefined && this.minute.limited.has(limited)) return false;
    if (this.minute.entries >= maxEntriesPerMinute || this.unwritten >= maxPendingWrites) {
      this.minute.left += 1;
      return false;
    }
    this.minute.entries += 1;
    if (limited !== undefined) this.minute.limited.add(limited);
    return true;
  }

  private async write(loginAttempt: LoginAttempt, failure: 'wrong' | 'tooMany'): Promise<void> {
    const { account, clientAddress, by = stranger(withoutNul(clientAddress)) } = loginAttempt;
    const action = loginAttempt.kind[failure];
    const isLimited = failure === 'tooMany';
    if (!this.hasCapacity(isLimited ? `${action} ${account} ${addressKeyOf(clientAddress)}` : undefined)) return;
    this.unwritten += 1;
    try {
      await this.writing.run(async () => {
        const owner = await loginAttempt.owner();
        const reason = isLimited ? 'too many attempts' : loginAttempt.reason(owner);
        await this.dataSource.transaction((manager) =>
          audit(manager, by, action, owner?.id ?? '', owner?.name ?? '', reason),
        );
      });
    } catch (error) {
      // A failure of the log must not change the response.
      this.logger.warn({ err: error, action }, 'writing a rejected guess to the audit log failed');
    } finally {
      this.unwritten -= 1;
    }
  }
}
