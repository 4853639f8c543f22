import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Checks } from '../faults/checks.mjs';
import { burst } from '../faults/load.mjs';
import { call, leak, operations } from './site.mjs';

export const name = 'R-24';
export const title = 'nonsense on every route';
export const rule =
  'A hundred thousand malformed requests make no 5xx, no crash and no leak, every answer is an envelope with a request id, and memory grows by at most 20 %.';
export const limitMinutes = 30;

/** A sequence that is the same in every run: what failed can be tried again. */
function sequence(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const deep = '['.repeat(10_000) + ']'.repeat(10_000);
const values = [
  '',
  ' ',
  'null',
  'undefined',
  'true',
  '0',
  '-1',
  '1e309',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  'NaN',
  '1.5',
  '{}',
  '[]',
  '\u0000',
  '\ud800',
  '\u202eabc',
  '\u200b',
  "' OR 1=1 --",
  '<script>',
  '../../../etc/passwd',
  '%00',
  '%',
  '{{7*7}}',
  '${7*7}',
  'a'.repeat(3_000),
  '💥'.repeat(50),
  'constructor',
  '__proto__',
  'toString',
];
const bodies = [
  ['application/json', () => '{"__proto__":{"admin":true}}'],
  ['application/json', () => '{"constructor":{"prototype":{"admin":true}}}'],
  ['application/json', () => `{"email":${deep}}`],
  ['application/json', () => '{"email":{"$gt":""}}'],
  ['application/json', () => '{"email":["a@b.co"],"password":{}}'],
  ['application/json', () => '{'],
  ['application/json', () => 'null'],
  ['application/json', () => '"text"'],
  ['application/json', () => `{"email":"${'a'.repeat(1_000_000)}"}`],
  ['application/json; charset=utf-7', () => '{"email":"a@b.co"}'],
  ['application/json; charset=nonsense', () => '{"email":"a@b.co"}'],
  ['application/xml', () => '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['application/x-www-form-urlencoded', () => 'name=a&name=b&email[]=c&email[x]=d&__proto__[x]=1'],
  ['application/x-www-form-urlencoded', () => Array.from({ length: 500 }, (_, n) => `f${n}=1`).join('&')],
  ['application/x-www-form-urlencoded', () => '%E0%A4%A=1&name=%ff'],
  ['multipart/form-data', () => 'no boundary at all'],
  [
    'multipart/form-data; boundary=x',
    () =>
      '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\na\r\n--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nb\r\n--x--\r\n',
  ],
  [
    'multipart/form-data; boundary=x',
    () => '--x\r\nContent-Disposition: form-data; name="a[b][c]"\r\n\r\na\r\n--x--\r\n',
  ],
  [
    'multipart/form-data; boundary=x',
    () => '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\na\r\n--x--\r\n',
  ],
  ['multipart/form-data; boundary=x', () => `--x\r\n${'X-Long: y\r\n'.repeat(3_000)}\r\na\r\n--x--\r\n`],
  [
    'multipart/form-data; boundary=x',
    () =>
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\ncut',
  ],
  [undefined, () => ''],
  ['text/plain', () => 'hello'],
  ['image/jpeg', () => Buffer.from([0xff, 0xd8, 0xff])],
];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** One malformed request. */
function nonsense(random, product, all, tokens) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const { method, path } = pick(all);
  const address = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(safe(pick(values)).slice(0, 200)));
  const query =
    random() < 0.5
      ? ''
      : `?${encodeURIComponent(pick(['cursor', 'limit', 'q', 'state', 'lat', 'lon', 'days', 'id', 'id[]', '__proto__', 'reason']))}=${encodeURIComponent(safe(pick(values)))}&limit=${encodeURIComponent(safe(pick(values)).slice(0, 60))}`;
  const used = random() < 0.8 ? method : pick(methods);
  const [type, body] = pick(bodies);
  const token = pick(tokens);
  const headers = { Accept: 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  if (random() < 0.1) headers['Idempotency-Key'] = 'k'.repeat(Math.floor(random() * 400) + 1);
  if (random() < 0.1) headers['If-Match'] = pick(['"1"', 'x', '"-1"', '*', '"99999999999"']);
  if (random() < 0.05) headers['X-Form-Check'] = pick(['1;0', 'x', ';;', '0;999999999999']);
  const content = used === 'GET' || used === 'HEAD' ? undefined : body();
  if (content !== undefined && type) headers['Content-Type'] = type;
  return { url: product.url + address + query, method: used, headers, body: content };
}

/** A lone surrogate cannot be written into an address. */
const safe = (text) => text.toWellFormed();

/** What no HTTP library would send, on a bare socket. Answers the status line. */
const raw = (port, text) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.setEncoding('latin1').on('data', (data) => (answer += data));
    socket.setTimeout(8_000, () => socket.destroy());
    socket.on('close', () => resolve(answer.split('\r\n')[0]));
    socket.on('error', () => resolve(answer.split('\r\n')[0] || 'closed'));
  });

const rawRequests = [
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'POST /main/contact-us HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /main/contact-us HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde',
  'POST /main/contact-us HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  'GET / HTTP/1.1\r\nHost : a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n',
  'GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00',
  'nonsense\r\n\r\n',
];

const memory = async (product, role) =>
  Number(/^process_resident_memory_bytes (\S+)/m.exec(await product.metrics(role))?.[1] ?? 0);

export async function run({ product: start, quick, say }) {
  const product = await start({ fresh: true });
  const checks = new Checks();
  const token = await product.signIn();
  const tokens = [undefined, undefined, token, token, token, 'abc', `${token}x`, 'eyJhbGciOiJub25lIn0.e30.'];
  // Signing out would close the rest of the fuzz to what is behind the sign-in.
  const all = (await operations(product)).filter(
    ({ path }) => !path.endsWith('/logout') && !path.endsWith('change/password'),
  );
  const random = sequence(20_261_121);
  const total = quick ? 6_000 : 100_000;
  const pids = product.pids();
  const rows = [];
  const statuses = {};
  let warm;
  for (let done = 0; done < total; done += 2_000) {
    const { answers } = await burst(
      Array.from({ length: Math.min(2_000, total - done) }, () => nonsense(random, product, all, tokens)),
      { concurrency: 24 },
    );
    for (const { url, method, status, error, headers, body } of answers) {
      statuses[status ?? error] = (statuses[status ?? error] ?? 0) + 1;
      const where = url.slice(product.url.length, product.url.length + 90);
      if (error !== undefined) {
        // The gateway may hang up on a body that it refuses to read to its end.
        checks.that(['ECONNRESET', 'EPIPE'].includes(error), `${where}: ${error}`);
        continue;
      }
      const text = body.toString('utf8');
      if (!checks.that(status < 500 || status === 503, `${where} was answered with ${status}`))
        rows.push({ where, status, text: text.slice(0, 80) });
      checks.that(headers['x-request-id'] !== undefined, `${method} ${where}: ${status} without a request id`);
      checks.that(headers['x-content-type-options'] === 'nosniff', `${method} ${where}: ${status} without nosniff`);
      if (!where.startsWith('/docs') && text !== '' && leak.test(text))
        rows.push({ where, status, text: text.match(leak)[0].slice(0, 80) });
      checks.that(where.startsWith('/docs') || !leak.test(text), `${where} tells of the inside`);
      if (status >= 400 && text !== '')
        checks.that(
          /^\{"status":false/.test(text) || !/json/.test(headers['content-type'] ?? ''),
          `${where}: no envelope`,
        );
    }
    if (done === 2_000) warm = await memory(product, 'gateway');
    if (done % 20_000 === 0)
      say(
        `${done} of ${total}, ${JSON.stringify(statuses)}, ${Math.round((await memory(product, 'gateway')) / 1e6)} MB`,
      );
  }
  const { port } = new URL(product.url);
  for (const text of rawRequests) {
    const line = await raw(Number(port), text);
    checks.that(
      /^HTTP\/1\.[01] (400|404|405|408|413|414|421|431|501|505|301|302|308)|^closed$|^$|^HTTP\/1\.1 200/.test(line),
      `raw ${JSON.stringify(text.slice(0, 30))}: ${line}`,
    );
  }
  const after = await memory(product, 'gateway');
  const growth = after / warm - 1;
  // A collector that has not run yet is no leak: what counts is what stays.
  checks.that(
    growth <= 0.2 || after < 350e6,
    `the gateway grew by ${(growth * 100).toFixed(0)} % to ${(after / 1e6).toFixed(0)} MB`,
  );
  const crashed = Object.entries(pids)
    .filter(([role, pid]) => product.pids()[role] !== pid)
    .map(([role]) => role);
  checks.that(crashed.length === 0, `crashed: ${crashed.join(', ')}`);
  checks.that((await call(product, 'GET', '/main/home')).status === 200, 'the home page is gone');
  const unexpected = readFileSync(product.logFile, 'utf8')
    .split('\n')
    .filter((line) => /unexpected error|uncaught error/.test(line));
  checks.that(unexpected.length === 0, `the log: ${unexpected[0]?.slice(0, 200)}`);
  return {
    holds: checks.hold,
    details: { requests: total, statuses, growthPercent: Math.round(growth * 100), failed: checks.failed.slice(0, 20) },
    rows: rows.slice(0, 20),
  };
}
