import type { PeopleServiceClient } from '@site/proto/gen/nest/auth/v1/people';
import type { ResetsServiceClient } from '@site/proto/gen/nest/auth/v1/resets';
import { rpcClient, type Remote } from '../jobs/rpc-client.js';

/** What the worker asks the auth service: codes for forgotten passwords, whose account changed, and who the reviewers are. */
export type AuthClients = Pick<
  ResetsServiceClient,
  'issueResetCode' | 'describePasswordChange' | 'describeAccountChange' | 'completeResetMail'
> &
  Pick<PeopleServiceClient, 'listReviewers'>;

export function authClients(remote: Remote): AuthClients & { close(): void } {
  const client = rpcClient(remote, 'auth', ['ResetsService', 'PeopleService']);
  const resets = client.getService<ResetsServiceClient>('ResetsService');
  const people = client.getService<PeopleServiceClient>('PeopleService');
  return { ...resets, ...people, close: () => client.close() };
}
