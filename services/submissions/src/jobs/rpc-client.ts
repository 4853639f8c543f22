import { ClientProxyFactory, Transport, type ClientGrpcProxy } from '@nestjs/microservices';
import { protoFiles } from '@site/platform/service/start';
import { clientOptions, messageOptions, type GrpcPackage } from '@site/proto/grpc';

/** Speaks to another service at `address`. A call takes at most 5 seconds; the queue repeats the job of one that failed. */
export const rpcClient = (address: string, name: GrpcPackage, services: string[]): ClientGrpcProxy =>
  ClientProxyFactory.create({
    transport: Transport.GRPC,
    options: {
      url: address,
      package: `${name}.v1`,
      protoPath: protoFiles([name]),
      loader: messageOptions,
      channelOptions: clientOptions(Object.fromEntries(services.map((service) => [`${name}.v1.${service}`, '5s']))),
    },
  });
