import 'reflect-metadata';
import { Body, Controller, Module, Post, UploadedFile, UseInterceptors } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FileInterceptor } from '@nestjs/platform-express';
import pg from 'pg';
import sharp from 'sharp';

/**
 * The obvious implementation: one handler does an INSERT, another resizes a photo before it responds. Run as nest.mjs
 * PORT, with DATABASE_URL.
 */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(
  'CREATE TABLE IF NOT EXISTS bench_messages (id bigserial PRIMARY KEY, name text, email text, feedback text, at timestamptz DEFAULT now())',
);

class BareController {
  async insert({ name, email, feedback }) {
    const { rows } = await pool.query(
      'INSERT INTO bench_messages (name, email, feedback) VALUES ($1, $2, $3) RETURNING id',
      [name, email, feedback],
    );
    return rows[0];
  }

  async resize(file) {
    const sizes = await Promise.all(
      [640, 1280].map((width) => sharp(file.buffer).rotate().resize({ width }).webp({ quality: 80 }).toBuffer()),
    );
    return { bytes: sizes.map(({ length }) => length) };
  }
}

/** Applies decorators by hand, because this file is not compiled. */
const decorate = (name, method, parameter) => {
  const descriptor = Object.getOwnPropertyDescriptor(BareController.prototype, name);
  for (const each of method) each(BareController.prototype, name, descriptor);
  parameter(BareController.prototype, name, 0);
};
decorate('insert', [Post('insert')], Body());
decorate('resize', [Post('resize'), UseInterceptors(FileInterceptor('file'))], UploadedFile());
Controller()(BareController);

class BareModule {}
Module({ controllers: [BareController] })(BareModule);

const app = await NestFactory.create(BareModule, { logger: false });
await app.listen(Number(process.argv[2]), '127.0.0.1');
process.stdout.write('ready\n');
