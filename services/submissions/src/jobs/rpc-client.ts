import { ClientProxyFactory, Transport, type ClientGrpcProxy } from '@nestjs/microservices';
import { LastingChannel } from '@site/platform/base/lasting-channel';
import { toPeer, type PeerIdentity } from '@site/platform/base/peer-identity';
import { protoFiles } from '@site/platform/service/start';
import { clientOptions, messageOptions, type GrpcPackage } from '@site/proto/grpc';
import type { Peer } from '@site/proto/rpc-access';

/** Another service, and the identity with which this process calls it. */
export interface Remote {
  peer: Peer;
  address: string;
  identity: PeerIdentity;
}

/**
 * Returns a client for another service. Calls time out after 5 seconds by default; the queue retries the failed job.
 */
export const rpcClient = (
  { peer, address, identity }: Remote,
  name: GrpcPackage,
  services: string[],
  timeout: `${number}s` = '5s',
): ClientGrpcProxy => {
  const credentials = identity.channelCredentials(peer);
  return ClientProxyFactory.create({
    transport: Transport.GRPC,
    options: {
      url: address,
      package: `${name}.v1`,
      protoPath: protoFiles([name]),
      loader: messageOptions,
      credentials,
      channelOptions: {
        channelOverride: new LastingChannel(address, credentials, {
          ...clientOptions(Object.fromEntries(services.map((service) => [`${name}.v1.${service}`, timeout]))),
          ...toPeer(peer),
        }),
      },
    },
  });
};
