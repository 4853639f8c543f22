import {
  credentials,
  loadPackageDefinition,
  type Client,
  type GrpcObject,
  type Metadata,
  type ServiceClientConstructor,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { callMetadata, channelOptions, messageOptions, type Caller } from '@site/proto/grpc';
import { createServer } from 'node:net';
import { closeService, createService, protoFiles, type ServiceDescription } from '../src/service/start.js';

/** A running gRPC service, called over a real connection. */
export interface TestService {
  address: string;
  /**
   * Calls an rpc, for instance `call('audit.v1.AuditService', 'listAuditEntries', request)`. Rejects with grpc-js's
   * ServiceError (`code`, `details`, `metadata`).
   */
  call<Response>(service: string, method: string, request: object, caller?: Caller): Promise<Response>;
  close(): Promise<void>;
}

/**
 * A free port of the loopback address, below the range of outgoing connections' ports: one found free there may be taken
 * by a connection before it is listened on.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 18_000 + Math.floor(Math.random() * 14_000);
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

type UnaryMethod = (
  request: object,
  metadata: Metadata,
  callback: (error: Error | null, response: unknown) => void,
) => void;

/** Starts a service as production does, on a free port. */
export async function startTestService(description: Omit<ServiceDescription, 'listen'>): Promise<TestService> {
  const address = `127.0.0.1:${await freePort()}`;
  const { app } = await createService({ ...description, listen: address });
  await app.listen();
  const definition = loadPackageDefinition(loadSync(protoFiles(description.packages), messageOptions));
  const clients = new Map<string, Client>();
  const clientOf = (name: string): Client => {
    const known = clients.get(name);
    if (known) return known;
    const constructor = name
      .split('.')
      .reduce<unknown>((scope, part) => (scope as GrpcObject)[part], definition) as ServiceClientConstructor;
    const client = new constructor(address, credentials.createInsecure(), {
      ...channelOptions,
      ...(description.largestAnswerBytes && { 'grpc.max_receive_message_length': description.largestAnswerBytes }),
    });
    clients.set(name, client);
    return client;
  };
  return {
    address,
    call<Response>(service: string, method: string, request: object, caller?: Caller) {
      const client = clientOf(service) as unknown as Record<string, UnaryMethod>;
      return new Promise<Response>((resolve, reject) => {
        client[method]?.(request, callMetadata('test-request', caller), (error, response) =>
          error ? reject(error) : resolve(response as Response),
        );
      });
    },
    async close() {
      for (const client of clients.values()) client.close();
      await closeService(app);
    },
  };
}
