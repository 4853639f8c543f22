import { connect } from 'node:net';
import { until } from '../../services/platform/testing/until.js';
import { setupGateway } from '../../gateway/src/testing/given-gateway.js';
import { aWebRoot } from '../../gateway/src/testing/test-gateway.js';
import { startSiteNginx, type RunningNginx } from '../proof/lib/nginx.mjs';

/**
 * Malformed request bodies, directly and through nginx: one response, then the connection closes. A request after such
 * a body is never answered, since its start is ambiguous.
 */

const provided = setupGateway({ TRUSTED_PROXY_CIDR: '127.0.0.0/8', RATE_LIMIT_SCALE: '1000' });
let nginx: RunningNginx;
beforeAll(async () => {
  nginx = await startSiteNginx(provided.gateway.url, { webRoot: aWebRoot() });
});
afterAll(() => nginx.stop());

/** Sends any bytes and keeps its end open. */
function openTo(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (chunk: string) => (received += chunk));
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve());
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // The server closed while we were still sending.
      if (!['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) reject(error);
    });
  });
  return {
    send: (text: string) => socket.write(text, 'latin1'),
    /** Omits interim statuses. */
    statuses: () =>
      [...received.matchAll(/HTTP\/1\.[01] (\d{3})/g)]
        .map(([, status]) => Number(status))
        .filter((code) => code >= 200),
    closed,
  };
}

const post = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: weather.example', ...headers, '', ''].join('\r\n');
const pipelined = 'GET /main/home HTTP/1.1\r\nHost: weather.example\r\n\r\n';
const contact = (type: string, ...headers: string[]) => post('/main/contact-us', `Content-Type: ${type}`, ...headers);
const chunked = 'Transfer-Encoding: chunked';
const coded = (coding: string) => contact('text/plain', `Transfer-Encoding: ${coding}`);
const json = contact('application/json', chunked);
const form = contact('application/x-www-form-urlencoded', chunked);

/** The gateway rejects these by their headers. */
const refusedByHead: [what: string, head: string, body: string][] = [
  ['a chunk size in C notation', coded('chunked'), '0x5\r\nhello\r\n0\r\n\r\n'],
  ['a chunk length of seventeen digits', coded('chunked'), `${'F'.repeat(17)}\r\nhello\r\n0\r\n\r\n`],
  ['a negative chunk size', coded('chunked'), '-5\r\nhello\r\n0\r\n\r\n'],
  ['a chunk without a size', coded('chunked'), '\r\nhello\r\n0\r\n\r\n'],
  ['a chunk size behind a space', coded('chunked'), ' 5\r\nhello\r\n0\r\n\r\n'],
  ['a chunk size in full-width digits', coded('chunked'), '\xef\xbc\x95\r\nhello\r\n0\r\n\r\n'],
  ['a chunk that is longer than it says', coded('chunked'), '2\r\nhello\r\n0\r\n\r\n'],
  ['a chunk that is shorter than it says', coded('chunked'), '9\r\nhello\r\n0\r\n\r\n'],
  ['a word for a chunk size', coded('chunked'), 'five\r\nhello\r\n0\r\n\r\n'],
  ['a broken second chunk', coded('chunked'), '5\r\nhello\r\nzz\r\nhello\r\n0\r\n\r\n'],
  ['an address that does not exist', post('/nowhere', chunked), 'zz\r\n'],
  ['an address that is only read', post('/main/home', chunked), 'zz\r\n'],
  ['a read', `GET /main/home HTTP/1.1\r\nHost: weather.example\r\n${chunked}\r\n\r\n`, '0x5\r\nhello\r\n0\r\n\r\n'],
];

const others: typeof refusedByHead = [
  ['JSON', json, '0x2\r\n{}\r\n0\r\n\r\n'],
  ['the second chunk of JSON', json, '1\r\n{\r\nzz\r\n}\r\n0\r\n\r\n'],
  ['a form', form, '0x3\r\na=b\r\n0\r\n\r\n'],
  [
    'a photo',
    post('/main/snapshot/create', 'Content-Type: multipart/form-data; boundary=x', chunked),
    '3\r\n--x\r\nzz\r\n',
  ],
  ['an unknown transfer coding', coded('xchunked'), '5\r\nhello\r\n0\r\n\r\n'],
  ['the coding "identity"', coded('identity'), 'hello'],
  ['a coding behind chunked', coded('chunked, gzip'), '5\r\nhello\r\n0\r\n\r\n'],
  ['a coding before chunked', coded('gzip, chunked'), '5\r\nhello\r\n0\r\n\r\n'],
  ['chunked twice', coded('chunked, chunked'), '5\r\nhello\r\n0\r\n\r\n'],
  ['a length beside a coding', contact('text/plain', 'Content-Length: 5', chunked), '5\r\nhello\r\n0\r\n\r\n'],
  ['two lengths', contact('text/plain', 'Content-Length: 5', 'Content-Length: 6'), 'hello'],
  ['a length in C notation', contact('text/plain', 'Content-Length: 0x5'), 'hello'],
  ['a length with a sign', contact('text/plain', 'Content-Length: +5'), 'hello'],
  ['a body that is waited for', contact('text/plain', 'Expect: 100-continue', chunked), '0x5\r\n'],
];

/** nginx accepts these, and forwards the body with a new length. */
const mendedByNginx: typeof refusedByHead = [
  ['chunks with bare line feeds', coded('chunked'), '5\nhello\n0\n\n'],
  ['a trailer without a colon', coded('chunked'), '5\r\nhello\r\n0\r\nno colon here\r\n\r\n'],
];

const all = [...refusedByHead, ...others];
const directly = () => provided.gateway.url;
const isUp = async () => (await fetch(`${provided.gateway.url}/main/home`)).status;

describe.each<[string, () => string, typeof all]>([
  ['directly', directly, [...all, ...mendedByNginx]],
  ['through nginx', () => nginx.url, all],
])('a malformed body, %s', (_way, url, variants) => {
  it.each(variants)('gets one response: %s', async (_what, head, body) => {
    const client = openTo(url());
    client.send(head + body + pipelined);
    await client.closed;
    expect(client.statuses()).toEqual([expect.any(Number)]);
    expect(await isUp()).toBe(200);
  });
});

describe('a malformed body that arrives after the response', () => {
  it.each([...refusedByHead, ...mendedByNginx])('gets no second one: %s', async (_what, head, body) => {
    const client = openTo(directly());
    client.send(head);
    await until('the response', () => client.statuses().length > 0);
    client.send(body + pipelined);
    await client.closed;
    expect(client.statuses()).toHaveLength(1);
    expect(await isUp()).toBe(200);
  });
});

describe('a malformed body on a connection that has been used', () => {
  it('gets a separate response after the earlier one', async () => {
    const client = openTo(directly());
    client.send(pipelined);
    await until('the first response', () => client.statuses().length > 0);
    client.send(`${json}0x2\r\n{}\r\n0\r\n\r\n${pipelined}`);
    await client.closed;
    expect(client.statuses()).toEqual([200, 400]);
  });

  it('does not get its response in place of an earlier one', async () => {
    let finish: (() => void) | undefined;
    provided.services.submissions.handlers['submissions.v1.ContactService/CreateContactMessage'] = () =>
      new Promise((resolve) => (finish = () => resolve({ id: 'x', replayed: false })));
    const fields = { name: 'Ada', phone: '5015550100', email: 'ada@example.com', feedback: 'Hail.' };
    const message = new URLSearchParams(fields).toString();
    const client = openTo(directly());
    client.send(contact('application/x-www-form-urlencoded', `Content-Length: ${message.length}`) + message);
    await until('the message to be under way', () => finish !== undefined);
    client.send(`${json}0x2\r\n{}\r\n0\r\n\r\n`);
    await client.closed;
    expect(client.statuses()).toEqual([]);
    finish?.();
  });
});
