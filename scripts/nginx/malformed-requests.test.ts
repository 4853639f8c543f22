import { connect } from 'node:net';
import { setupGateway } from '../../gateway/src/testing/given-gateway.js';
import { aWebRoot } from '../../gateway/src/testing/test-gateway.js';
import { startSiteNginx, type RunningNginx } from '../proof/lib/nginx.mjs';

/**
 * Malformed requests and other spellings of addresses, through nginx and directly: our envelope with our headers, or a
 * closed connection.
 */

const provided = setupGateway({ TRUSTED_PROXY_CIDR: '127.0.0.0/8', RATE_LIMIT_SCALE: '1000' });
let nginx: RunningNginx;
beforeAll(async () => {
  nginx = await startSiteNginx(provided.gateway.url, { webRoot: aWebRoot() });
});
afterAll(() => nginx.stop());

/** Keeps the client's end open; returns the response, and the time until the server closed. */
async function exchange(url: string, text: string): Promise<{ answer: string; ms: number }> {
  const startedAt = Date.now();
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1');
  socket.write(text, 'latin1');
  let response = '';
  try {
    for await (const chunk of socket) response += chunk as string;
  } catch (error) {
    // The server closed while we were still sending.
    if (!['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  return { answer: response, ms: Date.now() - startedAt };
}

const post = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n');
const contact = (...headers: string[]) => post('/main/contact-us', 'Content-Type: application/json', ...headers);
const form = 'Content-Type: multipart/form-data; boundary=x';
const malformed: Record<string, string> = {
  'an unknown expectation': contact('Expect: x', 'Content-Length: 2'),
  'a petabyte': contact('Content-Length: 1000000000000000'),
  'a petabyte of a photo': post('/main/snapshot/create', form, 'Content-Length: 1000000000000000'),
  'a chunk that stops': `${contact('Transfer-Encoding: chunked')}5\r\n{"`,
  'a body that stops': `${contact('Content-Length: 9')}{"a`,
  'headers that stop': 'GET / HTTP/1.1\r\nHost: a\r\n',
  'headers of 40 kB': `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
  'an address of 40 kB': `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  'an unknown method': 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n',
  'an unknown version': 'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
  'a space behind a header’s name': 'GET / HTTP/1.1\r\nHost : a\r\n\r\n',
  'a tunnel': 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'a NUL in the address': 'GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n',
  'no host': 'GET / HTTP/1.1\r\n\r\n',
  'another protocol': '\x16\x03\x01\x02\x00\x01\x00\r\n',
  'words without a sense': 'nonsense\r\n\r\n',
  nothing: '',
};

describe.each<[string, () => string]>([
  ['nginx', () => nginx.url],
  ['the gateway', () => provided.gateway.url],
])('%s', (_where, url) => {
  it('answers malformed requests in the envelope or closes the connection', async () => {
    const outcomes = await Promise.all(
      Object.entries(malformed).map(async ([what, text]) => {
        const { answer, ms } = await exchange(url(), text);
        // nginx keeps reading for five seconds after a refusal so that the client receives the response.
        if (answer === '') return [what, ms <= 15_000 ? 'closed' : `open for ${ms} ms`];
        const [head = '', body = ''] = answer.split('\r\n\r\n');
        const isProjectImage = /x-content-type-options: nosniff/i.test(head) && /content-security-policy/i.test(head);
        return [what, isProjectImage && body.startsWith('{"status":false') ? 'envelope' : answer];
      }),
    );
    expect(outcomes.filter(([, outcome]) => outcome !== 'closed' && outcome !== 'envelope')).toEqual([]);
  }, 60_000);

  it.each([
    ['/Main/post/0198c0de-0000-7000-8000-000000000000', 404],
    ['/MAIN/weather/search?q=conway', 404],
    ['//main/post/0198c0de-0000-7000-8000-000000000000', 404],
    ['/main//weather/search?q=conway', 404],
    ['/main/weather/search/?q=conway', 404],
    ['/main/./weather/search?q=conway', 404],
    ['/main/x/../weather/search?q=conway', 404],
    ['/main/%2e%2e/main/home', 404],
    ['/main%2Fweather%2Fsearch?q=conway', 404],
    ['/m%61in/weather/search?q=conway', 404],
    ['/about/', 308],
  ])('answers %s with %i', async (target, status) => {
    const { answer } = await exchange(url(), `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(Number(answer.split(' ')[1])).toBe(status);
  });
});
