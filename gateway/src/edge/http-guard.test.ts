import { connect, type Socket } from 'node:net';
import request from 'supertest';
import { until } from '../../../services/platform/testing/until.js';
import { setupGateway } from '../testing/given-gateway.js';

const provided = setupGateway({ TRUSTED_PROXY_CIDR: '127.0.0.0/8' });
let connections: () => number;
beforeAll(() => {
  const sockets = new Set<Socket>();
  provided.gateway.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  connections = () => sockets.size;
});

const open = () => connect(Number(new URL(provided.gateway.url).port), '127.0.0.1');

/** Keeps the client side open, and returns what arrived before the server closed. */
async function exchange(text: string): Promise<string> {
  const socket = open();
  socket.write(text, 'latin1');
  let answer = '';
  try {
    for await (const chunk of socket.setEncoding('latin1')) answer += chunk as string;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
  }
  return answer;
}

function parse(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}

const post = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: weather.example', ...headers, '', ''].join('\r\n');
const contact = (...headers: string[]) => post('/main/contact-us', ...headers);

describe('malformed requests', () => {
  it.each<[string, number, () => string]>([
    ['an expectation that nobody meets', 417, () => contact('Expect: x', 'Content-Length: 3')],
    ['a body of a petabyte', 413, () => contact('Content-Type: application/json', 'Content-Length: 1000000000000000')],
    [
      'an upload of a petabyte',
      413,
      () =>
        post(
          '/main/snapshot/create',
          'Content-Type: multipart/form-data; boundary=x',
          'Content-Length: 1000000000000000',
        ),
    ],
    ['a length that is no number', 400, () => contact('Content-Length: 1e3')],
    ['two lengths', 400, () => `${contact('Content-Length: 5', 'Content-Length: 6')}hello`],
    ['a broken chunk', 400, () => `${contact('Content-Type: application/json', 'Transfer-Encoding: chunked')}zz\r\n`],
    [
      'a chunk that is longer than it says',
      400,
      () => `${contact('Content-Type: application/json', 'Transfer-Encoding: chunked')}2\r\n{}xx\r\n`,
    ],
    ['headers of 20 kB', 431, () => contact(`X-Long: ${'x'.repeat(20_000)}`)],
    ['an address of 20 kB', 431, () => `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['a method that there is not', 400, () => 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a request without a host', 400, () => 'GET / HTTP/1.1\r\n\r\n'],
    ['another protocol', 400, () => '\x16\x03\x01\x02\x00\x01\x00'],
    ['a body that stops coming', 408, () => `${contact('Content-Type: application/json', 'Content-Length: 9')}{"a"`],
    ['headers that stop coming', 408, () => 'GET / HTTP/1.1\r\nHost: a\r\n'],
  ])(
    '%s gets %i in the envelope with the usual headers, and the connection closes',
    async (_what, status, text) => {
      const answer = parse(await exchange(text()));
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body)).toEqual({
        status: false,
        action: expect.any(String) as string,
        message: expect.any(String) as string,
        errors: [expect.objectContaining({ message: expect.any(String) as string })],
      });
      const ordinary = (await request(provided.gateway.url).get('/main/nothing')).headers;
      for (const name of [
        'content-security-policy',
        'permissions-policy',
        'cache-control',
        'strict-transport-security',
      ])
        expect([name, answer.headers[name]]).toEqual([name, ordinary[name]]);
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/^[\w-]{36}$/) as string,
        connection: 'close',
      });
    },
    30_000,
  );

  it('an unused connection is closed silently', async () => {
    expect(await exchange('')).toBe('');
  }, 30_000);

  it("a refusal isn't sent in place of an earlier response", async () => {
    let answer: (() => void) | undefined;
    provided.services.submissions.handlers['submissions.v1.ContactService/CreateContactMessage'] = () =>
      new Promise((resolve) => (answer = () => resolve({ id: 'x', replayed: false })));
    const body = new URLSearchParams(aMessage()).toString();
    const type = 'Content-Type: application/x-www-form-urlencoded';
    const said = await exchange(`${contact(type, `Content-Length: ${body.length}`)}${body}nonsense\r\n\r\n`);
    expect(said).toBe('');
    await until('the message to be under way', () => answer !== undefined);
    answer?.();
  });
});

describe('an address', () => {
  const get = async (target: string) =>
    parse(await exchange(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`));

  it.each([['//main/home'], ['/main//home'], ['/main/./home'], ['/main%2Fhome'], ['/m%61in/home'], ['/main/home/']])(
    '%s is refused: each address has one spelling',
    async (target) => {
      const { status, headers, body } = await get(target);
      expect([status, headers['x-content-type-options']]).toEqual([404, 'nosniff']);
      expect(JSON.parse(body).message).toBe('This address does not exist.');
    },
  );

  it("with different capitalization matches no route, however often it's tried", async () => {
    const before = provided.services.content.calls.length + provided.services.submissions.calls.length;
    for (const target of ['/Main/post/0198c0de-0000-7000-8000-000000000000', '/MAIN/contact-us', '/Admin/main/post'])
      expect((await get(target)).status).toBe(404);
    const { status } = await request(provided.gateway.url).post('/Main/contact-us').type('form').send(aMessage());
    expect(status).toBe(404);
    expect(provided.services.content.calls.length + provided.services.submissions.calls.length).toBe(before);
  });

  it('with its host is the same address', async () => {
    const answer = await get('http://weather.example/main/home');
    expect([answer.status, JSON.parse(answer.body).status]).toEqual([200, true]);
  });

  it('of a page with a trailing slash redirects to the page', async () => {
    const { status, headers } = await get('/about/?x=1');
    expect([status, headers['location']]).toEqual([308, '/about?x=1']);
  });
});

const aMessage = (feedback = 'It hails.') => ({
  name: 'Ada',
  phone: '+1 501 555 0100',
  email: 'ada@example.com',
  feedback,
});

describe('a client that disconnects', () => {
  it('has its messages counted like any other', async () => {
    let stored = 0;
    const finish: (() => void)[] = [];
    provided.services.submissions.handlers['submissions.v1.ContactService/CreateContactMessage'] = () =>
      new Promise((resolve) => {
        stored += 1;
        finish.push(() => resolve({ id: 'x', replayed: false }));
      });
    for (let n = 1; n <= 5; n += 1) {
      const body = new URLSearchParams(aMessage(`message ${n}`)).toString();
      const socket = open().on('error', () => undefined);
      const type = 'Content-Type: application/x-www-form-urlencoded';
      socket.write(contact('X-Forwarded-For: 203.0.113.20', type, `Content-Length: ${body.length}`) + body);
      await until('the message to be under way', () => stored === n);
      socket.resetAndDestroy();
    }
    await until('the gateway to have noticed', () => connections() === 0);
    for (const each of finish) each();
    const { status } = await request(provided.gateway.url)
      .post('/main/contact-us')
      .set('X-Forwarded-For', '203.0.113.20')
      .type('form')
      .send(aMessage('one more'));
    expect([status, stored]).toEqual([429, 5]);
  });

  it('is identified by the address it connected from', async () => {
    const asked: string[] = [];
    provided.services.auth.handlers['auth.v1.SessionsService/SignIn'] = async ({ clientAddress }) => {
      asked.push(String(clientAddress));
      throw Object.assign(new Error('Invalid email or password'), { code: 16 });
    };
    const body = JSON.stringify({ email: 'ada@example.com', password: 'wrong-one' });
    const socket = open().on('error', () => undefined);
    socket.write(
      post('/admin/auth/login', 'Content-Type: application/json', `Content-Length: ${body.length}`) + body,
      () => socket.resetAndDestroy(),
    );
    await until('the sign-in to arrive', () => asked.length > 0);
    expect(asked).toEqual(['127.0.0.1']);
  });
});
