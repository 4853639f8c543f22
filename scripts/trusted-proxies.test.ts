import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as fetch, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFrom } from '../gateway/src/config.js';
import { trustedProxies } from '../gateway/src/edge/trusted-proxies.js';
import { setupGateway } from '../gateway/src/testing/given-gateway.js';
import { freePort } from '../services/platform/local/ports.mjs';
import { testTlsVariables } from '../services/platform/testing/identities.js';
import { startSiteNginx, type RunningNginx } from './proof/lib/nginx.mjs';

/** The visitor's address behind a chain of proxies, as seen by nginx, by a gateway alone, and by both together. */

const folder = mkdtempSync(join(tmpdir(), 'ranges-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function fileOf(text: string): string {
  files += 1;
  const path = join(folder, `ranges-${files}.txt`);
  writeFileSync(path, text);
  return path;
}

/** Returns nginx's settings, or the error with which it refuses to start. */
function nginxSettings(environment: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', '. "$1"; printf %s "$SITE_REAL_IP"', 'sh', join(import.meta.dirname, '../web/nginx/settings.envsh')],
    { env: { PATH: process.env['PATH'], ...environment }, encoding: 'utf8' },
  );
  if (status !== 0) return `${status} ${stderr}`;
  return [...stdout.matchAll(/^set_real_ip_from (\S+);$/gm)].map(([, range]) => range);
}
const nginxReads = (file: string) => nginxSettings({ TRUSTED_PROXY_RANGES_FILE: file });

function gatewaySettings(environment: Record<string, string>) {
  try {
    const needed = {
      ...testTlsVariables('gateway'),
      S3_ENDPOINT: 'http://a:1',
      S3_ACCESS_KEY: 'key',
      S3_SECRET_KEY: 'secret',
    };
    return configFrom({ ...needed, ...environment }).TRUSTED_PROXY_CIDR;
  } catch (error) {
    return (error as Error).message;
  }
}
const gatewayReads = (file: string) => gatewaySettings({ TRUSTED_PROXY_RANGES_FILE: file });

describe('in production', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://weather.example.org' };
  const missing =
    'TRUSTED_PROXY_CIDR: is missing: the address ranges of the proxies in front, or none if visitors connect directly (or set TRUSTED_PROXY_RANGES_FILE)';

  it.each<Record<string, string>>([{}, { TRUSTED_PROXY_CIDR: '' }, { TRUSTED_PROXY_RANGES_FILE: '' }])(
    '%j is refused',
    (environment) => {
      expect(nginxSettings({ ...production, ...environment })).toBe(`78 web: ${missing}\n`);
      expect(gatewaySettings({ ...production, ...environment })).toContain(missing);
    },
  );

  it.each<[Record<string, string>, string[]]>([
    [{ TRUSTED_PROXY_CIDR: 'none' }, []],
    [{ TRUSTED_PROXY_CIDR: '10.0.0.0/8, fc00::/7' }, ['10.0.0.0/8', 'fc00::/7']],
    [{ TRUSTED_PROXY_RANGES_FILE: fileOf('192.0.2.0/24') }, ['192.0.2.0/24']],
    [{ TRUSTED_PROXY_CIDR: 'none', TRUSTED_PROXY_RANGES_FILE: fileOf('192.0.2.0/24') }, ['192.0.2.0/24']],
  ])('%j is accepted', (environment, ranges) => {
    expect(nginxSettings({ ...production, ...environment })).toEqual(ranges);
    expect(gatewaySettings({ ...production, ...environment })).toEqual(ranges);
  });
});

it('requires neither setting in development', () => {
  expect(nginxSettings({})).toEqual([]);
  expect(gatewaySettings({})).toEqual([]);
});

it.each(['0.0.0.0/0', '::/0', '10.0.0.0/8,0.0.0.0/0', '10.1.2.3/0', '10.0.0.0/00', 'none,10.0.0.0/8', 'everyone'])(
  'refuses TRUSTED_PROXY_CIDR=%s everywhere',
  (ranges) => {
    expect(nginxSettings({ TRUSTED_PROXY_CIDR: ranges })).toMatch(/^78 web: TRUSTED_PROXY_CIDR: .+\n$/);
    expect(gatewaySettings({ TRUSTED_PROXY_CIDR: ranges })).toMatch(/ TRUSTED_PROXY_CIDR[.\d]*: must /);
  },
);

it('an IPv6 range never covers IPv4 addresses', () => {
  const trusts = trustedProxies(['::/1', '::ffff:0:0/96']);
  expect(['8.8.8.8', '::ffff:8.8.8.8', '1::1'].map(trusts)).toEqual([false, false, true]);
});

describe('a file of address ranges', () => {
  it('may contain comments, empty lines and any line endings', () => {
    const file = fileOf('# the edge\r\n192.0.2.0/24\r\n\n  198.51.100.7  # one of them\n\t2001:db8:c::/48\n::1\n::/1');
    const ranges = ['192.0.2.0/24', '198.51.100.7', '2001:db8:c::/48', '::1', '::/1'];
    expect(nginxReads(file)).toEqual(ranges);
    expect(gatewayReads(file)).toEqual(ranges);
  });

  it.each([
    'everywhere',
    '192.0.2.0/33',
    '192.0.2.0/',
    '192.0.2.0/0',
    '0.0.0.0/0',
    '192.0.2/24',
    '192.0.2.256',
    '192.0.02.1',
    '192.0.2.0/24,198.51.100.0/24',
    '192.0.2.0/24 198.51.100.0/24',
    '192.0.2.0/2/4',
    '192.0.2.0/024',
    '192.0.2.0/+8',
    '2001:db8::/129',
    '2001:db8::c::/48',
    '2001:db8',
    ':::',
    ':1',
    '1::2:',
    '12345::',
    '1:2:3:4:5:6:7:8:9',
    '::/0',
    '1:2:3:4:5:6:7:8::',
    'fe80::1%eth0',
    '::ffff:192.0.2.1',
    '192.0.2.1; return 200',
    '${SITE_SCHEME}',
    '"192.0.2.1"',
  ])('is rejected for the line %j, in one message with file and line', (line) => {
    const file = fileOf(`# first\n192.0.2.0/24\n${line}\n`);
    expect(nginxReads(file)).toBe(`78 web: TRUSTED_PROXY_RANGES_FILE: ${file}, line 3: not an address range\n`);
    expect(gatewayReads(file)).toBe(
      `Configuration is wrong. TRUSTED_PROXY_RANGES_FILE: ${file}, line 3: not an address range`,
    );
  });

  it.each(['', '\n\n', '# nothing yet\n'])('is rejected when empty: %j', (text) => {
    const file = fileOf(text);
    expect(nginxReads(file)).toBe(`78 web: TRUSTED_PROXY_RANGES_FILE: ${file} contains no address range\n`);
    expect(gatewayReads(file)).toBe(
      `Configuration is wrong. TRUSTED_PROXY_RANGES_FILE: ${file} contains no address range`,
    );
  });

  it.each(['nowhere.txt', ''])('is rejected when unreadable: %j', (name) => {
    const file = join(folder, name);
    expect(nginxReads(file)).toBe(`78 web: TRUSTED_PROXY_RANGES_FILE: ${file} cannot be read\n`);
    expect(gatewayReads(file)).toBe(`Configuration is wrong. TRUSTED_PROXY_RANGES_FILE: ${file} cannot be read`);
  });
});

/** The ingress controller in front of nginx, or a CDN's shield. */
const neighbor = '127.0.0.1';
const stranger = '127.0.0.9';
const ranges = '127.0.0.1\n192.0.2.0/24 # edges\n198.51.100.0/24 # shields\n2001:db8:c::/48\n';

/** The connecting address, the header, and the expected visitor. */
const cases: [string, { from: string; says?: string; is: string }][] = [
  ['a visitor, an edge, a shield', { from: neighbor, says: '203.0.113.5, 192.0.2.9, 198.51.100.3', is: '203.0.113.5' }],
  ['a visitor with IPv6 and an edge', { from: neighbor, says: '2001:db8:a::5, 2001:db8:c::9', is: '2001:db8:a::5' }],
  [
    'a visitor who claims to be another',
    { from: neighbor, says: '203.0.113.66, 203.0.113.5, 192.0.2.9', is: '203.0.113.5' },
  ],
  [
    'a visitor who claims to be an edge with another behind it',
    { from: neighbor, says: '203.0.113.66, 192.0.2.1, 203.0.113.5, 192.0.2.9', is: '203.0.113.5' },
  ],
  ['a visitor who claims nonsense', { from: neighbor, says: 'unknown, 203.0.113.5, 192.0.2.9', is: '203.0.113.5' }],
  ['a stranger who claims to be an edge', { from: stranger, says: '203.0.113.66, 192.0.2.9', is: stranger }],
  ['a stranger who claims to be somebody', { from: stranger, says: '203.0.113.66', is: stranger }],
  ['a stranger who says nothing', { from: stranger, is: stranger }],
];

interface Asking {
  from: string;
  says?: string;
  method?: string;
  body?: string;
}

const send = (url: string, { from, says, method = 'GET', body }: Asking) =>
  new Promise<number>((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', ...(says !== undefined && { 'X-Forwarded-For': says }) };
    fetch(url, { method, localAddress: from, headers }, (response) =>
      response.resume().once('end', () => resolve(response.statusCode!)),
    )
      .once('error', reject)
      .end(body);
  });

describe('nginx with a file of ranges', () => {
  let behind: Server;
  let nginx: RunningNginx;
  const received: IncomingHttpHeaders[] = [];
  beforeAll(async () => {
    behind = createServer((request, response) => {
      received.push(request.headers);
      response.end();
    });
    await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
    const { port } = behind.address() as { port: number };
    nginx = await startSiteNginx(`http://127.0.0.1:${port}`, {
      environment: { TRUSTED_PROXY_RANGES_FILE: fileOf(ranges) },
    });
  });
  afterAll(async () => {
    await nginx.stop();
    behind.close();
  });

  it.each(cases)('tells the gateway about %s', async (_who, { from, says, is }) => {
    received.length = 0;
    await send(`${nginx.url}/admin/main/dashboard`, { from, ...(says !== undefined && { says }) });
    expect(received.map((headers) => headers['x-forwarded-for'])).toEqual([is]);
  });
});

describe('a gateway with a file of ranges', () => {
  const alone = setupGateway({ TRUSTED_PROXY_RANGES_FILE: fileOf(ranges) });
  // Behind nginx, the gateway trusts only nginx.
  const inside = setupGateway({ TRUSTED_PROXY_CIDR: '127.0.0.0/8' });
  let nginx: RunningNginx;
  beforeAll(async () => {
    nginx = await startSiteNginx(inside.gateway.url, {
      environment: { TRUSTED_PROXY_RANGES_FILE: fileOf(ranges) },
    });
  });
  afterAll(() => nginx.stop());

  /** Returns the gateway's address for a sign-in through `url`. */
  async function takenFor({ services }: typeof alone, url: string, asking: Asking): Promise<string[]> {
    const target: string[] = [];
    services.auth.handlers['auth.v1.SessionsService/SignIn'] = ({ clientAddress }) => {
      target.push(String(clientAddress));
      throw Object.assign(new Error('Invalid email or password'), { code: 16 });
    };
    const body = JSON.stringify({ email: 'ada@example.com', password: 'wrong-one' });
    expect(await send(`${url}/admin/auth/login`, { ...asking, method: 'POST', body })).toBe(401);
    return target;
  }

  it.each(cases)('knows %s', async (_who, { is, ...asking }) => {
    expect(await takenFor(alone, alone.gateway.url, asking)).toEqual([is]);
  });

  it.each(cases)('identifies through nginx %s', async (_who, { is, ...asking }) => {
    expect(await takenFor(inside, nginx.url, asking)).toEqual([is]);
  });
});

describe('an ingress that forwards TCP', () => {
  const tlsProxy = '127.0.0.5';
  let behind: Server;
  let nginx: RunningNginx;
  let ingress: ChildProcess;
  let url: string;
  const received: IncomingHttpHeaders[] = [];
  beforeAll(async () => {
    behind = createServer((request, response) => {
      received.push(request.headers);
      response.end();
    });
    await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
    const { port } = behind.address() as { port: number };
    nginx = await startSiteNginx(`http://127.0.0.1:${port}`, {
      environment: { TRUSTED_PROXY_CIDR: tlsProxy, PROXY_PROTOCOL_CIDR: '127.0.0.1' },
    });
    const publicPort = await freePort();
    url = `http://127.0.0.1:${publicPort}`;
    ingress = spawn(process.execPath, [join(import.meta.dirname, 'compose/ingress.mjs')], {
      env: {
        ...process.env,
        PORT: String(publicPort),
        TARGET: `127.0.0.1:${new URL(nginx.url).port}`,
        PROXY_PROTOCOL_PORT: String(nginx.ingressPort),
        TRUSTED_PROXY_CIDR: tlsProxy,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(ingress.stdout!, 'data');
  });
  afterAll(async () => {
    ingress.kill();
    await nginx.stop();
    behind.close();
  });

  it.each<[string, Asking & { is: string }]>([
    ['a visitor', { from: '127.0.0.8', is: '127.0.0.8' }],
    ['another visitor', { from: stranger, is: stranger }],
    ['a visitor who claims to be another', { from: stranger, says: '203.0.113.66', is: stranger }],
    ['a visitor behind the TLS proxy', { from: tlsProxy, says: '203.0.113.5', is: '203.0.113.5' }],
    [
      'a visitor behind the TLS proxy who claims to be another',
      { from: tlsProxy, says: '203.0.113.66, 203.0.113.5', is: '203.0.113.5' },
    ],
  ])('tells nginx about %s', async (_who, { is, ...asking }) => {
    received.length = 0;
    await send(`${url}/admin/main/dashboard`, asking);
    expect(received.map((headers) => headers['x-forwarded-for'])).toEqual([is]);
  });

  it('is the only one whose PROXY protocol counts', async () => {
    received.length = 0;
    const socket = connect({ port: nginx.ingressPort, host: '127.0.0.1', localAddress: stranger });
    socket.write('PROXY TCP4 203.0.113.66 127.0.0.1 1 1\r\n');
    socket.write('GET /admin/main/dashboard HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await once(socket.resume(), 'close');
    expect(received.map((headers) => headers['x-forwarded-for'])).toEqual([stranger]);
  });

  it('a client that speaks the PROXY protocol itself is refused', async () => {
    received.length = 0;
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: stranger });
    socket.write('PROXY TCP4 203.0.113.66 127.0.0.1 1 1\r\nGET /admin/main/dashboard HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket.resume(), 'close');
    expect(received).toEqual([]);
  });
});
