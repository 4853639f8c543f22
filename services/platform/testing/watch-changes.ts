import {
  loadPackageDefinition,
  type ClientReadableStream,
  type GrpcObject,
  type ServiceClientConstructor,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { channelOptions, messageOptions } from '@site/proto/grpc';
import type { Peer } from '@site/proto/rpc-access';
import type { WatchChangesResponse } from '@site/proto/gen/nest/changes/v1/changes';
import { toPeer } from '../src/base/peer-identity.js';
import { protoFiles } from '../src/service/start-service.js';
import { testIdentity } from './identities.js';

/** Everything a service announced since the stream was opened. */
export interface WatchedChanges {
  notices: WatchChangesResponse[];
  /** The gRPC status code that ended the stream. */
  endedWith(): number | undefined;
  close(): void;
}

/** Opens a service's change stream as the gateway. The caller must close it. */
export function watchChanges(service: Peer, address: string): WatchedChanges {
  const definition = loadPackageDefinition(loadSync(protoFiles(['changes']), messageOptions));
  const constructor = ((definition['changes'] as GrpcObject)['v1'] as GrpcObject)[
    'ChangesService'
  ] as ServiceClientConstructor;
  const client = new constructor(address, testIdentity('gateway').channelCredentials(service), {
    ...channelOptions,
    ...toPeer(service),
  });
  const open = (
    client as unknown as Record<'watchChanges', (request: object) => ClientReadableStream<WatchChangesResponse>>
  ).watchChanges.bind(client);
  const stream = open({});
  const notices: WatchChangesResponse[] = [];
  let ended: number | undefined;
  stream.on('status', ({ code }: { code: number }) => (ended = code));
  stream.on('data', (notice: WatchChangesResponse) => notices.push(notice));
  // The service or the test ended.
  stream.on('error', () => undefined);
  return {
    notices,
    endedWith: () => ended,
    close() {
      stream.cancel();
      client.close();
    },
  };
}
