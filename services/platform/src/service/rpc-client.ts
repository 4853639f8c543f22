/** Clients of other services' rpcs. */
import type { Metadata } from '@grpc/grpc-js';
import { ClientProxyFactory, Transport, type ClientGrpcProxy } from '@nestjs/microservices';
import { clientOptions, messageOptions, type GrpcPackage } from '@site/proto/grpc';
import type { Peer } from '@site/proto/rpc-access';
import { firstValueFrom, type Observable } from 'rxjs';
import { LastingChannel } from '../base/resilient-channel.js';
import { toPeer, type PeerIdentity } from '../base/peer-identity.js';
import { protoFiles } from './start-service.js';

/** Another service, and this process's identity. */
export interface Remote {
  peer: Peer;
  address: string;
  identity: PeerIdentity;
}

/** A contract's unary rpcs, as promises. */
export type Calls<Contract> = {
  [Method in keyof Contract]: Contract[Method] extends (
    request: infer Request,
    metadata?: Metadata,
  ) => Observable<infer Response>
    ? (request: Request) => Promise<Response>
    : never;
};

/**
 * Opens a connection, which the caller must close.
 * @param timeouts deadlines by contract ("auth.v1.PeopleService"); other calls have none
 * @param maxResponseBytes for responses that exceed the default message limit
 */
export const rpcClient = (
  { peer, address, identity }: Remote,
  packages: GrpcPackage[],
  timeouts: Record<string, `${number}s`>,
  maxResponseBytes?: number,
) => {
  const credentials = identity.channelCredentials(peer);
  const client: ClientGrpcProxy = ClientProxyFactory.create({
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
  return {
    calls<Contract>(name: string): Calls<Contract> {
      const contract = client.getService<Record<string, (request: unknown) => Observable<unknown>>>(name);
      const calls = Object.entries(contract).map(([method, call]) => [
        method,
        (request: unknown) => firstValueFrom(call(request)),
      ]);
      return Object.fromEntries(calls) as Calls<Contract>;
    },
    /** With its streams. */
    contract: <Contract extends object>(name: string): Contract => client.getService<Contract>(name),
    close: () => client.close(),
  };
};
