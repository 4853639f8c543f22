import type { DataSource } from 'typeorm';
import type { PeopleServiceClient } from '@site/proto/gen/nest/auth/v1/people';
import type { ResetsServiceClient } from '@site/proto/gen/nest/auth/v1/resets';
import type { Site } from './letter.js';
import type { Mailer } from './mailer.js';

/** What the jobs that send mail need. */
export interface MailParts {
  dataSource: DataSource;
  mailer: Mailer;
  site: Site;
  auth: AuthClients;
}

/** What the worker asks the auth service: the codes of forgotten passwords, whose password changed, and who reviews. */
export type AuthClients = Pick<ResetsServiceClient, 'issueResetCode' | 'describePasswordChange' | 'completeResetMail'> &
  Pick<PeopleServiceClient, 'listReviewers'>;
