/** Client of the auth service, for the worker that sends account emails. */
import { rpcClient, type Calls, type Remote } from '@site/platform/service/rpc-client';
import type { InvitationsServiceClient } from '@site/proto/gen/nest/auth/v1/invitations';
import type { PeopleServiceClient } from '@site/proto/gen/nest/auth/v1/people';
import type { ResetsServiceClient } from '@site/proto/gen/nest/auth/v1/resets';

export type AuthClients = Pick<
  Calls<ResetsServiceClient>,
  'issueResetCode' | 'describePasswordChange' | 'describeAccountChange' | 'completeResetMail'
> &
  Pick<Calls<PeopleServiceClient>, 'listReviewers'> &
  Pick<Calls<InvitationsServiceClient>, 'issueInvitation'>;

/** Opens the connection. Calls fail after 5 seconds; the caller must close it. */
export function authClients(remote: Remote): AuthClients & { close(): void } {
  const client = rpcClient(remote, ['auth'], {
    'auth.v1.ResetsService': '5s',
    'auth.v1.PeopleService': '5s',
    'auth.v1.InvitationsService': '5s',
  });
  return {
    ...client.calls<ResetsServiceClient>('ResetsService'),
    ...client.calls<PeopleServiceClient>('PeopleService'),
    ...client.calls<InvitationsServiceClient>('InvitationsService'),
    close: client.close,
  };
}
