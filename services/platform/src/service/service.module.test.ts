import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { testDatabase } from '../../testing/database.js';
import { freePort } from '../../testing/service.js';
import { until } from '../../testing/until.js';
import { ServiceModule } from './service.module.js';

it('waits for a database that starts later, and closes its connections with the service', async () => {
  const database = await testDatabase({ schema: 'late', entities: [], migrations: [] });
  const { hostname, port } = new URL(database.settings.url);
  const proxy = createServer((socket) => {
    const upstream = connect(Number(port), hostname);
    socket.pipe(upstream).pipe(socket);
    for (const end of [socket, upstream]) end.on('error', () => undefined);
  });
  const url = new URL(database.settings.url);
  url.hostname = '127.0.0.1';
  url.port = String(await freePort());
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  const starting = NestFactory.createApplicationContext(
    ServiceModule.with({ logger, database: { ...database.settings, url: url.href } }),
    { logger: false },
  );
  await until('the first attempt to fail', () => lines.some((line) => line.includes('retrying')));
  proxy.listen(Number(url.port), '127.0.0.1');
  await once(proxy, 'listening');
  const app = await starting;
  const dataSource = app.get(DataSource);
  expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await app.close();
  expect(dataSource.isInitialized).toBe(false);
  proxy.close();
  await database.drop();
});
