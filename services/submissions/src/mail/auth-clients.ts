import { ClientProxyFactory, Transport } from '@nestjs/microservices';
import { protoFiles } from '@site/platform/start';
import type { PeopleServiceClient } from '@site/proto/gen/nest/auth/v1/people';
import type { ResetsServiceClient } from '@site/proto/gen/nest/auth/v1/resets';
import { clientOptions, messageOptions } from '@site/proto/grpc';
import type { AuthClients } from './mail-parts.js';

/** Speaks to the auth service at `address`. A call takes at most 5 seconds; a failed one is tried again by the queue. */
export function authClients(address: string): AuthClients & { close(): void } {
  const client = ClientProxyFactory.create({
    transport: Transport.GRPC,
    options: {
      url: address,
      package: 'auth.v1',
      protoPath: protoFiles(['auth']),
      loader: messageOptions,
      channelOptions: clientOptions({ 'auth.v1.ResetsService': '5s', 'auth.v1.PeopleService': '5s' }),
    },
  });
  const resets = client.getService<ResetsServiceClient>('ResetsService');
  const people = client.getService<PeopleServiceClient>('PeopleService');
  return {
    issueResetCode: (request) => resets.issueResetCode(request),
    describePasswordChange: (request) => resets.describePasswordChange(request),
    completeResetMail: (request) => resets.completeResetMail(request),
    listReviewers: (request) => people.listReviewers(request),
    close: () => client.close(),
  };
}
