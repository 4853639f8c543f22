import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { retryDuringOutage } from './retry-during-outage.js';

/** A real Postgres behind a proxy that opens later. */

const postgres = new URL(process.env['TEST_POSTGRES_URL']!);
const doors: Server[] = [];
afterAll(() => doors.forEach((door) => door.close()));

/** A local port that is closed until `open` is called. */
async function door(): Promise<{ url: string; open(response: (socket: Socket) => void): void }> {
  const reserved = createServer().listen(0, '127.0.0.1');
  await once(reserved, 'listening');
  const { port } = reserved.address() as AddressInfo;
  await new Promise((closed) => reserved.close(closed));
  const url = new URL(postgres);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    open: (response) => void doors.push(createServer(response).listen(port, '127.0.0.1')),
  };
}

function through(socket: Socket): void {
  const server = connect(Number(postgres.port), postgres.hostname);
  socket.on('error', () => server.destroy()).pipe(server);
  server.on('error', () => socket.destroy()).pipe(socket);
}

/** Postgres during startup ("Message Formats" in its manual: ErrorResponse). */
function starting(socket: Socket): void {
  const fields = 'SFATAL\0C57P03\0Mthe database system is starting up\0\0';
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  socket.on('error', () => undefined).once('data', () => socket.end(Buffer.concat([head, Buffer.from(fields)])));
}

async function connectTo(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return 'connected';
  } finally {
    await client.end().catch(() => undefined);
  }
}

describe('retrying during an outage of the database', () => {
  it('continues while nothing listens and Postgres is starting, and reports it once', async () => {
    const { url, open } = await door();
    const message: string[] = [];
    let tries = 0;
    const result = await retryDuringOutage(
      () => connectTo(url),
      (reason) => {
        message.push(reason);
        open((socket) => (tries++ === 0 ? starting(socket) : through(socket)));
      },
    );
    expect(message).toEqual([expect.stringContaining('ECONNREFUSED')]);
    expect([result, tries]).toEqual(['connected', 2]);
  });

  it('fails with one line after the time limit', async () => {
    const { url, open } = await door();
    open(starting);
    await expect(
      retryDuringOutage(
        () => connectTo(url),
        () => undefined,
        600,
      ),
    ).rejects.toThrow(/^the database is not available for 0\.6 s \(the database system is starting up\)$/);
    const nowhere = () => connectTo('postgres://database.invalid/x');
    await expect(retryDuringOutage(nowhere, () => undefined, 0)).rejects.toThrow(/for 0 s \(getaddrinfo/);
  });

  it('fails immediately when waiting cannot help', async () => {
    const unknown = new URL(postgres);
    unknown.pathname = '/nobody_made_this';
    const message: string[] = [];
    await expect(
      retryDuringOutage(
        () => connectTo(unknown.href),
        (reason) => message.push(reason),
      ),
    ).rejects.toThrow('database "nobody_made_this" does not exist');
    expect(message).toEqual([]);
  });
});
