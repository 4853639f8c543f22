/** Clients of other services' rpcs. */
import { ClientProxyFactory, Transport, type ClientGrpcProxy } from '@nestjs/microservices';
import { clientOptions, messageOptions, type GrpcPackage } from '@site/proto/grpc';
import type { Peer } from '@site/proto/rpc-access';
import { LastingChannel } from '../base/resilient-channel.js';
import { toPeer, type PeerIdentity } from '../base/peer-identity.js';
import { protoFiles } from './start-service.js';

/** Another service, and this process's identity. */
export interface Remote {
  peer: Peer;
  address: string;
  identity: PeerIdentity;
}

/**
 * @param timeouts deadlines by contract ("auth.v1.PeopleService"); other calls have none
 * @param maxResponseBytes for responses that exceed the default message limit
 */
export const rpcClient = (
  { peer, address, identity }: Remote,
  packages: GrpcPackage[],
  timeouts: Record<string, `${number}s`>,
  maxResponseBytes?: number,
): ClientGrpcProxy => {
  const credentials = identity.channelCredentials(peer);
  return ClientProxyFactory.create({
    transport: Transport.GRPC,
    options: {
      url: address,
      package: packages.map((name) => `${name}.v1`),
      protoPath: protoFiles(packages),
      loader: messageOptions,
      credentials,
      channelOptions: {
        channelOverride: new LastingChannel(address, credentials, {
          ...clientOptions(timeouts),
          ...toPeer(peer),
          ...(maxResponseBytes && { 'grpc.max_receive_message_length': maxResponseBytes }),
        }),
      },
    },
  });
};
