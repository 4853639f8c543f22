import { join } from 'node:path';
import 'reflect-metadata';
import { Body, Controller, Module, Post, UploadedFile, UseInterceptors } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientProxyFactory, Transport } from '@nestjs/microservices';
import { FileInterceptor } from '@nestjs/platform-express';
import sharp from 'sharp';
import { insertMessage } from './inserts.mjs';

/**
 * The obvious implementation: a Nest application with a handler that does one INSERT, one that calls a service to do it
 * (grpc.mjs), and one that resizes a photo before it responds. Run as nest.mjs PORT GRPC-PORT, with DATABASE_URL.
 */

const service = ClientProxyFactory.create({
  transport: Transport.GRPC,
  options: {
    package: 'bare',
    protoPath: join(import.meta.dirname, 'insert.proto'),
    url: `127.0.0.1:${process.argv[3]}`,
  },
}).getService('Inserts');

class BareController {
  insert(message) {
    return insertMessage(message);
  }

  insertThere(message) {
    return service.insert(message);
  }

  async resize(file) {
    const sizes = await Promise.all(
      [640, 1280].map((width) => sharp(file.buffer).rotate().resize({ width }).webp({ quality: 80 }).toBuffer()),
    );
    return { bytes: sizes.map(({ length }) => length) };
  }
}

/** Decorators applied by hand: this file is not compiled. */
const decorate = (name, method, parameter) => {
  const descriptor = Object.getOwnPropertyDescriptor(BareController.prototype, name);
  for (const each of method) each(BareController.prototype, name, descriptor);
  parameter(BareController.prototype, name, 0);
};
decorate('insert', [Post('insert')], Body());
decorate('insertThere', [Post('insert-there')], Body());
decorate('resize', [Post('resize'), UseInterceptors(FileInterceptor('file'))], UploadedFile());
Controller()(BareController);

class BareModule {}
Module({ controllers: [BareController] })(BareModule);

const app = await NestFactory.create(BareModule, { logger: false });
await app.listen(Number(process.argv[2]), '127.0.0.1');
process.stdout.write('ready\n');
