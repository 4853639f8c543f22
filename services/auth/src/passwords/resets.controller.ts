/** Contents of account emails, for the mail worker: reset codes and notices of changed passwords or factors. */
import { Controller, Inject } from '@nestjs/common';
import { isId } from '@site/platform/base/ids';
import { markProcessed } from '@site/platform/jobs/outbox';
import type { Id } from '@site/proto/gen/nest/common/v1/common';
import {
  ResetsServiceControllerMethods,
  type DescribeAccountChangeRequest,
  type DescribePasswordChangeRequest,
  type IssueResetCodeRequest,
  type IssueResetCodeResponse,
  type ResetsServiceController,
} from '@site/proto/gen/nest/auth/v1/resets';
import { DataSource } from 'typeorm';
import { accountChangedJob } from '../second-factors/account-changes.js';
import { codeValidMinutes, ResetCodes } from './reset-codes.js';
import { passwordChangedJob } from './set-password.js';

const emptyResetCode: IssueResetCodeResponse = { send: false, email: '', name: '', code: '', validMinutes: 0 };
const emptyChange = { send: false, email: '', name: '', changedAt: '', change: '' };

interface Change {
  email: string;
  name: string;
  change: string | null;
  changedAt: Date;
}

/** For the worker that sends emails about accounts. */
@Controller()
@ResetsServiceControllerMethods()
export class ResetsController implements ResetsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ResetCodes) private readonly codes: ResetCodes,
  ) {}

  /** `send` is false if the request expired, was replaced or has no account. */
  async issueResetCode({ resetId, outboxId }: IssueResetCodeRequest) {
    const mail = await this.codes.issue(resetId, outboxId);
    return mail ? { send: true, ...mail, validMinutes: codeValidMinutes } : emptyResetCode;
  }

  async describePasswordChange(request: DescribePasswordChangeRequest) {
    const { change: _change, ...mail } = await this.describe(passwordChangedJob, request);
    return mail;
  }

  describeAccountChange(request: DescribeAccountChangeRequest) {
    return this.describe(accountChangedJob, request);
  }

  /** Returns a job's email; "send" is false, with the outbox row processed, without a recipient. */
  private async describe(job: string, { personId, outboxId }: DescribeAccountChangeRequest) {
    if (!isId(personId) || !isId(outboxId)) return emptyChange;
    const [found] = await this.dataSource.query<Change[]>(
      `SELECT person.email, person.name, outbox.payload->>'change' AS change, outbox.created_at AS "changedAt"
       FROM people person
       JOIN outbox ON outbox.id = $2 AND outbox.name = $3 AND outbox.payload->>'personId' = $1
       WHERE person.id = CAST($1 AS uuid) AND person.deleted_at IS NULL AND outbox.processed_at IS NULL`,
      [personId, outboxId, job],
    );
    if (found) return { ...found, send: true, change: found.change ?? '', changedAt: found.changedAt.toISOString() };
    await markProcessed(this.dataSource.manager, outboxId);
    return emptyChange;
  }

  /** Marks the outbox row processed after the email was sent. */
  async completeResetMail({ id: outboxId }: Id) {
    if (isId(outboxId)) await markProcessed(this.dataSource.manager, outboxId);
    return {};
  }
}
