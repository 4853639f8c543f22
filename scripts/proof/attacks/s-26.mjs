import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSiteNginx } from '../lib/nginx.mjs';
import { formAround, formType, snapshotFields } from '../lib/multipart.mjs';
import { call, photo } from '../lib/site.mjs';

export const name = 'S-26';
export const title = 'the HTTP edge';
export const rule =
  'Disconnected requests count against limits; slow bodies from two addresses block no one; an address has one spelling; a malformed request gets the envelope or a closed connection within 10 s; an idempotency key belongs to its owner.';
export const limitMinutes = 6;

const limitOfMessages = 5;

const message = () => ({
  name: 'Ada Byron',
  phone: '5015550100',
  email: 'ada@example.org',
  feedback: `It hails. ${randomUUID()}`,
});

const post = (path, headers, body = '') =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: a',
    ...Object.entries(headers).map(([key, value]) => `${key}: ${value}`),
    '',
    '',
  ].join('\r\n') + body;

function contactOf(from) {
  const body = new URLSearchParams(message()).toString();
  const headers = {
    'X-Forwarded-For': from,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': body.length,
  };
  return post('/main/contact-us', headers, body);
}

/**
 * Sends text and keeps the client's end open; resolves with the response, and the milliseconds until the server closed.
 */
function exchange(port, text) {
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    let answer = '';
    socket.setEncoding('latin1').on('data', (data) => (answer += data));
    socket.setTimeout(30_000, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ answer, ms: Date.now() - startedAt }));
  });
}

/** 55 messages from one address, each disconnected after 3 ms; then one that waits for its response. */
async function hangUp(product, checks) {
  const stored = async () => (await product.query('SELECT count(*)::int FROM submissions.contact_messages'))[0].count;
  const before = await stored();
  for (let n = 0; n < 55; n += 1) {
    const socket = connect(product.port, '127.0.0.1', () => socket.write(contactOf('203.0.113.1')));
    socket.on('error', () => undefined);
    await sleep(3);
    socket.resetAndDestroy();
  }
  const used = await exchange(
    product.port,
    contactOf('203.0.113.1').replace('Host: a', 'Host: a\r\nConnection: close'),
  );
  await sleep(2_000);
  const kept = (await stored()) - before;
  checks.that(kept <= limitOfMessages, `${kept} of 55 messages were stored despite a limit of ${limitOfMessages}`);
  return { kept, answerAfterwards: used.answer.split('\r\n')[0] };
}

/** 16 slow uploads from two addresses, and a visitor's photo meanwhile. */
async function slowBodies(product, checks) {
  const { bytes } = await photo();
  const { before } = formAround(snapshotFields(), 'snapshot_file_path');
  const sockets = Array.from({ length: 16 }, (_, n) => {
    const headers = {
      'X-Forwarded-For': `203.0.113.${10 + (n % 2)}`,
      'Content-Type': formType,
      'Content-Length': 2_000_000,
    };
    const socket = connect(product.port, '127.0.0.1', () => {
      socket.write(post('/main/snapshot/create', headers));
      socket.write(before);
      socket.write(bytes);
    });
    return socket.on('error', () => undefined).resume();
  });
  const trickle = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), 500);
  await sleep(1_500);
  const multipart = { ...snapshotFields(), snapshot_file_path: await photo() };
  const from = (address) => ({ headers: { 'X-Forwarded-For': address }, multipart });
  const other = await call(product, 'POST', '/main/snapshot/create', from('203.0.113.12'));
  checks.that(other.status === 201, `a visitor's photo returned ${other.status} during 16 slow bodies`);
  const same = await call(product, 'POST', '/main/snapshot/create', from('203.0.113.10'));
  checks.that(
    same.status === 429 && same.headers.get('retry-after') !== null && same.json?.status === false,
    `a seventeenth from the same address returned ${same.status}`,
  );
  await checks.eventually(() => sockets.every(({ closed }) => closed), 'slow bodies were accepted for more than 40 s', {
    withinMs: 40_000,
  });
  clearInterval(trickle);
  for (const socket of sockets) socket.destroy();
}

const spellings = [
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
];

async function addresses(port, where, checks) {
  for (const [target, expected] of spellings) {
    const { answer } = await exchange(port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const status = Number(answer.split(' ')[1]);
    checks.that(status === expected, `${where}: ${target} returned ${status}`);
  }
}

const contact = (headers, body) => post('/main/contact-us', headers, body);
const json = { 'Content-Type': 'application/json' };
const noRequests = {
  'an unknown expectation': contact({ ...json, Expect: 'x', 'Content-Length': 2 }),
  'a petabyte': contact({ ...json, 'Content-Length': 1e15 }),
  'a petabyte of a photo': post('/main/snapshot/create', { 'Content-Type': formType, 'Content-Length': 1e15 }),
  'a broken chunk': contact({ ...json, 'Transfer-Encoding': 'chunked' }, 'zz\r\n'),
  'a chunk that is too long': contact({ ...json, 'Transfer-Encoding': 'chunked' }, '2\r\n{}xx\r\n'),
  'a chunk that stops': contact({ ...json, 'Transfer-Encoding': 'chunked' }, '5\r\n{"'),
  'a body that stops': contact({ ...json, 'Content-Length': 9 }, '{"a'),
  'headers that stop': 'GET / HTTP/1.1\r\nHost: a\r\n',
  'headers of 40 kB': `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
  'an address of 40 kB': `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  'an unknown method': 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n',
  'no host': 'GET / HTTP/1.1\r\n\r\n',
  'another protocol': '\x16\x03\x01\x02\x00\x01\x00\r\n',
  nothing: '',
};

async function noRequest(port, where, checks, rows) {
  await Promise.all(
    Object.entries(noRequests).map(async ([what, text]) => {
      const { answer, ms } = await exchange(port, text);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      let envelope;
      try {
        envelope = JSON.parse(body).status === false;
      } catch {
        envelope = false;
      }
      const isOurs = /x-content-type-options: nosniff/i.test(head) && /content-security-policy/i.test(head) && envelope;
      rows.push({ where, what, answer: head.split('\r\n')[0] || 'closed', closedAfterMs: ms });
      checks.that(
        answer === '' || isOurs,
        `${where}: ${what} got a response that is not ours: ${head.split('\r\n')[0]}`,
      );
      // nginx keeps reading for five seconds after a refusal so that the client receives the response.
      checks.that(answer !== '' || ms <= 10_000, `${where}: ${what} kept its connection for ${ms} ms`);
    }),
  );
}

async function keys(product, checks) {
  const key = randomUUID();
  const send = (from, form) =>
    call(product, 'POST', '/main/contact-us', { headers: { 'X-Forwarded-For': from, 'Idempotency-Key': key }, form });
  const [mine, theirs] = [message(), message()];
  const first = await send('203.0.113.30', mine);
  const stranger = await send('203.0.113.31', theirs);
  checks.that(stranger.status === 201, `a stranger with the same key got ${stranger.status}`);
  checks.that(stranger.json?.data.id !== first.json?.data.id, "a stranger got another user's response");
  const other = await send('203.0.113.30', theirs);
  checks.that(other.status === 422, `the same key with other content returned ${other.status}`);
  const again = await send('203.0.113.30', mine);
  checks.that(again.json?.data.id === first.json?.data.id, 'the same message was not recognized');
}

export async function run({ product: start, checks, rows, say, defer }) {
  const product = await start({
    fresh: true,
    environment: { RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_CIDR: '127.0.0.1/32' },
  });
  const nginx = await startSiteNginx(product.url);
  defer(() => nginx.stop());
  const nginxPort = Number(new URL(nginx.url).port);
  say('hanging up');
  const hungUp = await hangUp(product, checks);
  say('slow bodies');
  await slowBodies(product, checks);
  say('addresses');
  await addresses(product.port, 'gateway', checks);
  await addresses(nginxPort, 'nginx', checks);
  say('what is no request');
  await noRequest(product.port, 'gateway', checks, rows);
  await noRequest(nginxPort, 'nginx', checks, rows);
  say('keys');
  await keys(product, checks);
  return hungUp;
}
