import { Controller, Inject } from '@nestjs/common';
import { isId } from '@site/platform/base/ids';
import { markProcessed } from '@site/platform/jobs/outbox';
import {
  ResetsServiceControllerMethods,
  type CompleteResetMailRequest,
  type CompleteResetMailResponse,
  type DescribeAccountChangeRequest,
  type DescribeAccountChangeResponse,
  type DescribePasswordChangeRequest,
  type DescribePasswordChangeResponse,
  type IssueResetCodeRequest,
  type IssueResetCodeResponse,
  type ResetsServiceController,
} from '@site/proto/gen/nest/auth/v1/resets';
import { DataSource } from 'typeorm';
import { describeAccountChange } from '../second-factors/account-changes.js';
import { describePasswordChange } from './password-changes.js';
import { codeValidMinutes, ResetCodes } from './reset-codes.js';

const nothingToSend: IssueResetCodeResponse = { send: false, email: '', name: '', code: '', validMinutes: 0 };
const nothingToTell: DescribePasswordChangeResponse = { send: false, email: '', name: '', changedAt: '' };

const nothingChanged: DescribeAccountChangeResponse = { ...nothingToTell, change: '' };

/** Rpcs for the worker that sends emails about accounts. */
@Controller()
@ResetsServiceControllerMethods()
export class ResetsController implements ResetsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ResetCodes) private readonly codes: ResetCodes,
  ) {}

  async issueResetCode({ resetId, outboxId }: IssueResetCodeRequest): Promise<IssueResetCodeResponse> {
    const mail = await this.codes.issue(resetId, outboxId);
    return mail ? { send: true, ...mail, validMinutes: codeValidMinutes } : nothingToSend;
  }

  async describePasswordChange(request: DescribePasswordChangeRequest): Promise<DescribePasswordChangeResponse> {
    const change = await describePasswordChange(this.dataSource, request);
    return change ? { send: true, ...change } : nothingToTell;
  }

  async describeAccountChange(request: DescribeAccountChangeRequest): Promise<DescribeAccountChangeResponse> {
    const change = await describeAccountChange(this.dataSource, request);
    return change ? { send: true, ...change } : nothingChanged;
  }

  async completeResetMail({ outboxId }: CompleteResetMailRequest): Promise<CompleteResetMailResponse> {
    if (isId(outboxId)) await markProcessed(this.dataSource.manager, outboxId);
    return {};
  }
}
