/** Starts a service for tests, and calls its rpcs as any permitted peer. */
import {
  loadPackageDefinition,
  type Client,
  type GrpcObject,
  type Metadata,
  type ServiceClientConstructor,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { callMetadata, channelOptions, messageOptions, type Caller } from '@site/proto/grpc';
import { rpcAccess, type Peer } from '@site/proto/rpc-access';
import { freePort } from '../local/ports.mjs';
import { toPeer } from '../src/base/peer-identity.js';
import { closeService, createService, protoFiles, type ServiceDescription } from '../src/service/start-service.js';
import { testIdentity, testTls } from './identities.js';

export { freePort };

export interface TestService {
  address: string;
  /**
   * Calls an rpc: `call('audit.v1.AuditService', 'listAuditEntries', request)`. Rejects with grpc-js's ServiceError
   * (`code`, `details`, `metadata`).
   */
  call<Response>(service: string, method: string, request: object, caller?: Caller): Promise<Response>;
  close(): Promise<void>;
}

type UnaryMethod = (
  request: object,
  metadata: Metadata,
  callback: (error: Error | null, response: unknown) => void,
) => void;

/** "auth.v1.PeopleService", "listReviewers" → "/auth.v1.PeopleService/ListReviewers". */
const pathOf = (service: string, method: string) => `/${service}/${method[0]?.toUpperCase()}${method.slice(1)}`;

/** Starts a service on a free port. Calls come from the first peer that may make them. */
export async function startTestService(description: Omit<ServiceDescription, 'listen' | 'tls'>): Promise<TestService> {
  const address = `127.0.0.1:${await freePort()}`;
  const { name, packages, maxResponseBytes } = description;
  const { app } = await createService({ ...description, listen: address, tls: testTls(name) });
  await app.listen();
  const definition = loadPackageDefinition(loadSync(protoFiles(packages), messageOptions));
  const clients = new Map<string, Client>();
  const clientOf = (service: string, peer: Peer): Client => {
    const existing = clients.get(`${peer} ${service}`);
    if (existing) return existing;
    const constructor = service
      .split('.')
      .reduce<unknown>((scope, part) => (scope as GrpcObject)[part], definition) as ServiceClientConstructor;
    const client = new constructor(address, testIdentity(peer).channelCredentials(name), {
      ...channelOptions,
      ...toPeer(name),
      ...(maxResponseBytes && { 'grpc.max_receive_message_length': maxResponseBytes }),
    });
    clients.set(`${peer} ${service}`, client);
    return client;
  };
  return {
    address,
    call<Response>(service: string, method: string, request: object, caller?: Caller) {
      const peer = rpcAccess.get(pathOf(service, method))?.peers[0] ?? 'gateway';
      const client = clientOf(service, peer) as unknown as Record<string, UnaryMethod>;
      const metadata = callMetadata('test-request', caller);
      return new Promise<Response>((resolve, reject) => {
        client[method]?.(request, metadata, (error, response) =>
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
