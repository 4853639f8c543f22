import { join } from 'node:path';
import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GrpcMethod, Transport } from '@nestjs/microservices';
import { insertMessage } from './inserts.mjs';

/** A Nest service that does one INSERT per gRPC call: grpc.mjs PORT, with DATABASE_URL. */

class BareService {
  insert(message) {
    return insertMessage(message);
  }
}
/** Decorators applied by hand: this file is not compiled. */
const descriptor = Object.getOwnPropertyDescriptor(BareService.prototype, 'insert');
GrpcMethod('Inserts', 'Insert')(BareService.prototype, 'insert', descriptor);
Controller()(BareService);

class BareModule {}
Module({ controllers: [BareService] })(BareModule);

const app = await NestFactory.createMicroservice(BareModule, {
  transport: Transport.GRPC,
  options: {
    package: 'bare',
    protoPath: join(import.meta.dirname, 'insert.proto'),
    url: `127.0.0.1:${process.argv[2]}`,
  },
  logger: false,
});
await app.listen();
process.stdout.write('ready\n');
