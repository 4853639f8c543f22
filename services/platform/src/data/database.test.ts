import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { DataSource } from 'typeorm';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { until } from '../../testing/until.js';
import { databaseOptions, openDatabase } from './database.js';

/** A proxy that can delay Postgres' responses. */
async function gate(url: string) {
  const target = new URL(url);
  const { hostname, port } = target;
  const sockets: Socket[] = [];
  const state = { connections: 0, unanswered: 0 };
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    state.connections += 1;
    if (state.unanswered > 0) {
      state.unanswered -= 1;
      return;
    }
    const onward = connect(Number(port), hostname).on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target.port = String((server.address() as AddressInfo).port);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: target.href, state, close };
}

describe('the connections of a process', () => {
  let database: TestDatabase;
  let front: Awaited<ReturnType<typeof gate>>;
  const opened: DataSource[] = [];
  beforeAll(async () => {
    database = await testDatabase({ schema: 'sample', entities: [], migrations: [] });
  });
  beforeEach(async () => {
    front = await gate(database.settings.url);
  });
  afterEach(async () => {
    for (const dataSource of opened.splice(0)) await dataSource.destroy();
    front.close();
  });
  afterAll(() => database.drop());

  const settings = (poolMax: number, connectionMs: number) => ({
    ...database.settings,
    url: front.url,
    poolMax,
    waits: { connectionMs, statementMs: 30_000 },
  });
  const open = async (poolMax: number, connectionMs: number) => {
    const dataSource = await new DataSource(databaseOptions(settings(poolMax, connectionMs))).initialize();
    opened.push(dataSource);
    return dataSource;
  };

  it('are retried once when the first attempt times out', async () => {
    const dataSource = await open(2, 1_500);
    front.state.unanswered = 1;
    const rows = await Promise.all([1, 2].map(() => dataSource.query<{ two: number }[]>('SELECT 2 AS two')));
    expect(rows).toEqual([[{ two: 2 }], [{ two: 2 }]]);
    // The other caller's connection is free again.
    expect(front.state).toEqual({ connections: 2, unanswered: 0 });
  });

  it('fail after the second attempt', async () => {
    const dataSource = await open(2, 1_500);
    front.state.unanswered = 10;
    const attempts = await Promise.allSettled([1, 2].map(() => dataSource.query('SELECT pg_sleep(5)')));
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(front.state.connections).toBe(3);
  });

  it('are not waited for twice when all are in use', async () => {
    const dataSource = await open(1, 1_500);
    const attempts = await Promise.allSettled([1, 2].map(() => dataSource.query('SELECT pg_sleep(5)')));
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(front.state.connections).toBe(1);
  });

  it('are open before the first request if the service keeps some warm', async () => {
    opened.push(await openDatabase({ ...settings(5, 30_000), poolMin: 3 }));
    await until('three connections', () => front.state.connections === 3);
  });
});
