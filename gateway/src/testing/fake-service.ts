import {
  experimental,
  Server,
  loadPackageDefinition,
  type Metadata,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceClientConstructor,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { RpcException } from '@nestjs/microservices';
import { rpcGuard } from '@site/platform/base/rpc-guard';
import { protoFiles } from '@site/platform/service/start-service';
import { channelOptions, messageOptions, protoRoot, type GrpcPackage } from '@site/proto/grpc';
import type { Peer } from '@site/proto/rpc-access';
import { join } from 'node:path';
import { testIdentity } from '../../../services/platform/testing/identities.js';
import { testLogger } from '../../../services/platform/testing/logger.js';

/** A real gRPC server on a real port, with responses from the test. */

export type Handler = (request: Record<string, unknown>, metadata: Metadata) => object | Promise<object>;

/** As the weather proxy's; tests are about the gateway's own limits. */
const maxResponseBytes = 8 * 1024 * 1024;

export class FakeService {
  private server: Server | undefined;
  private port = 0;
  private readonly watchers = new Set<ServerWritableStream<object, object>>();
  /** By method path: "content.v1.PostsService/GetPost". */
  readonly handlers: Record<string, Handler>;
  failing: string[] = [];
  readonly calls: string[] = [];

  constructor(
    private readonly peer: Peer,
    private readonly packages: GrpcPackage[],
    handlers: Record<string, Handler>,
  ) {
    this.handlers = { ...handlers };
  }

  /** host:port, unchanged after a restart. */
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  get watcherCount(): number {
    return this.watchers.size;
  }

  callsOf(path: string): number {
    return this.calls.filter((call) => call === path).length;
  }

  async start(): Promise<this> {
    const server = new Server({ ...channelOptions, 'grpc.max_send_message_length': maxResponseBytes });
    const definition = loadPackageDefinition(
      loadSync(
        protoFiles(this.packages).map((file) => join(protoRoot, file)),
        { ...messageOptions, includeDirs: [...messageOptions.includeDirs] },
      ),
    ) as unknown as Record<string, { v1: Record<string, ServiceClientConstructor> }>;
    for (const name of this.packages)
      for (const [serviceName, constructor] of Object.entries(definition[name]!.v1))
        if (constructor.service) this.add(server, `${name}.v1.${serviceName}`, constructor);
    server.addService(
      {
        Check: {
          path: '/grpc.health.v1.Health/Check',
          requestStream: false,
          responseStream: false,
          requestSerialize: (bytes: Buffer) => bytes,
          requestDeserialize: (bytes: Buffer) => bytes,
          responseSerialize: (bytes: Buffer) => bytes,
          responseDeserialize: (bytes: Buffer) => bytes,
        },
      },
      {
        Check: ({ request }: { request: Buffer }, callback: sendUnaryData<Buffer>) => {
          // A dependency (its name follows two bytes of framing) or the whole service.
          const dependency = request.subarray(2).toString();
          const fails = dependency ? this.failing.includes(dependency) : this.failing.length > 0;
          callback(null, Buffer.from([0x08, fails ? 0x02 : 0x01]));
        },
      },
    );
    const identity = testIdentity(this.peer);
    const credentials = experimental.createServerCredentialsWithInterceptors(identity.serverCredentials(), [
      rpcGuard(testLogger),
    ]);
    this.port = await new Promise<number>((resolve, reject) =>
      server.bindAsync(this.port ? this.address : '127.0.0.1:0', credentials, (error, port) =>
        error ? reject(error) : resolve(port),
      ),
    );
    this.server = server;
    return this;
  }

  private add(server: Server, service: string, constructor: ServiceClientConstructor): void {
    const implementation: Record<string, unknown> = {};
    for (const [method, { responseStream }] of Object.entries(constructor.service)) {
      const path = `${service}/${method}`;
      implementation[method] = responseStream
        ? (call: ServerWritableStream<object, object>) => this.watch(call)
        : (call: ServerUnaryCall<Record<string, unknown>, object>, callback: sendUnaryData<object>) => {
            this.calls.push(path);
            this.answer(path, call).then(
              (response) => callback(null, response),
              (error: unknown) =>
                callback(error instanceof RpcException ? (error.getError() as object) : (error as object)),
            );
          };
    }
    server.addService(constructor.service, implementation as never);
  }

  private async answer(path: string, call: ServerUnaryCall<Record<string, unknown>, object>): Promise<object> {
    const handler = this.handlers[path];
    if (!handler) throw Object.assign(new Error(`no answer for ${path}`), { code: 12 });
    return handler(call.request, call.metadata);
  }

  private watch(call: ServerWritableStream<object, object>): void {
    this.watchers.add(call);
    call.on('cancelled', () => this.watchers.delete(call));
    call.write({ topic: '*' });
  }

  announce(topic: string, id?: string): void {
    for (const watcher of this.watchers) watcher.write({ topic, id });
  }

  /** Stops abruptly, like a killed process. */
  kill(): void {
    this.watchers.clear();
    this.server?.forceShutdown();
    this.server = undefined;
  }
}
