import fc from 'fast-check';

/** Malformed requests, generated and shrunk by fast-check. */

const deep = '['.repeat(10_000) + ']'.repeat(10_000);
const strings = [
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
/** Match no schema; with their content type. */
const bodies = [
  ['application/json', '{"__proto__":{"admin":true}}'],
  ['application/json', '{"constructor":{"prototype":{"admin":true}}}'],
  ['application/json', `{"email":${deep}}`],
  ['application/json', '{"email":{"$gt":""}}'],
  ['application/json', '{"email":["a@b.co"],"password":{}}'],
  ['application/json', '{'],
  ['application/json', 'null'],
  ['application/json', '"text"'],
  ['application/json', `{"email":"${'a'.repeat(1_000_000)}"}`],
  ['application/json; charset=utf-7', '{"email":"a@b.co"}'],
  ['application/json; charset=nonsense', '{"email":"a@b.co"}'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['application/x-www-form-urlencoded', 'name=a&name=b&email[]=c&email[x]=d&__proto__[x]=1'],
  ['application/x-www-form-urlencoded', Array.from({ length: 500 }, (_, n) => `f${n}=1`).join('&')],
  ['application/x-www-form-urlencoded', '%E0%A4%A=1&name=%ff'],
  ['multipart/form-data', 'no boundary at all'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\na\r\n--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nb\r\n--x--\r\n',
  ],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a[b][c]"\r\n\r\na\r\n--x--\r\n'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\na\r\n--x--\r\n'],
  ['multipart/form-data; boundary=x', `--x\r\n${'X-Long: y\r\n'.repeat(3_000)}\r\na\r\n--x--\r\n`],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\ncut',
  ],
  [undefined, ''],
  ['text/plain', 'hello'],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const parameters = ['cursor', 'limit', 'q', 'state', 'lat', 'lon', 'days', 'id', 'id[]', '__proto__', 'reason'];
const fields = ['email', 'password', 'name', 'title', 'description', 'question', 'url', 'id', 'version', '__proto__'];

const some = (percent, arbitrary) =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 100 - percent, arbitrary: fc.constant(undefined) },
    { weight: percent, arbitrary },
  );

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...strings) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);
const json = fc
  .oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()))
  .map((content) => ['application/json', JSON.stringify(content)]);
const body = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...bodies) }, { weight: 1, arbitrary: json });
const headers = fc.record({
  'Idempotency-Key': some(
    10,
    fc.integer({ min: 1, max: 400 }).map((length) => 'k'.repeat(length)),
  ),
  'If-Match': some(10, fc.constantFrom('"1"', 'x', '"-1"', '*', '"99999999999"')),
  'X-Form-Check': some(5, fc.constantFrom('1;0', 'x', ';;', '0;999999999999')),
});

/** A lone surrogate can't be encoded. */
const encoded = (text, maxLength) => encodeURIComponent(text.toWellFormed().slice(0, maxLength).toWellFormed());

/**
 * Generates one malformed request: { path, method, headers, body }.
 * @param operations of the document, as site.mjs lists them
 * @param tokens bearer tokens to choose from, good and bad; undefined for none
 */
export const malformedRequest = (operations, tokens) =>
  fc
    .record({
      operation: fc.constantFrom(...operations),
      otherMethod: some(20, fc.constantFrom(...methods)),
      parts: fc.array(value, { minLength: 3, maxLength: 3 }),
      query: some(50, fc.tuple(fc.constantFrom(...parameters), value, value)),
      token: fc.constantFrom(...tokens),
      headers,
      body,
    })
    .map(({ operation, otherMethod, parts, query, token, headers: more, body: [type, content] }) => {
      const method = otherMethod ?? operation.method;
      const hasBody = method !== 'GET' && method !== 'HEAD';
      let used = 0;
      const address = operation.path.replaceAll(/\{\w+\}/g, () => encoded(parts[used++ % parts.length], 200));
      const search = query
        ? `?${encodeURIComponent(query[0])}=${encoded(query[1])}&limit=${encoded(query[2], 60)}`
        : '';
      const candidates = {
        Accept: 'application/json',
        ...more,
        Authorization: token && `Bearer ${token}`,
        'Content-Type': hasBody ? type : undefined,
      };
      return {
        path: address + search,
        method,
        headers: Object.fromEntries(Object.entries(candidates).filter(([, each]) => each !== undefined)),
        body: hasBody ? content : undefined,
      };
    });
