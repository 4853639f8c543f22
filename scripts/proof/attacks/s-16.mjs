import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { until } from '../../lib/until.mjs';
import { call } from '../lib/site.mjs';

export const name = 'S-16';
export const title = 'forged tokens';
export const rule =
  'A token that auth did not sign, or that is for another purpose or time, gets 401, regardless of its claims.';

const encode = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const decode = (part) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

export async function run({ product: start, checks, rows }) {
  const product = await start();
  const token = await product.signIn();
  const [head, body, signature] = token.split('.');
  const header = decode(head);
  const claims = decode(body);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const es256 = (ours, payload, key = privateKey) => {
    const text = `${encode(ours)}.${encode(payload)}`;
    return `${text}.${signBytes('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };
  const hs256 = (secret, ours = { ...header, alg: 'HS256' }) => {
    const text = `${encode(ours)}.${encode(claims)}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const jwk = publicKey.export({ format: 'jwk' });
  const now = Math.floor(Date.now() / 1_000);
  const flipped = Buffer.from(signature, 'base64url');
  flipped[10] ^= 1;
  const forged = {
    'alg none': `${encode({ ...header, alg: 'none' })}.${body}.`,
    'alg None': `${encode({ ...header, alg: 'None' })}.${body}.${signature}`,
    'HS256 with an empty secret': hs256(''),
    'HS256 with the public key': hs256(publicKey.export({ type: 'spki', format: 'pem' })),
    'HS256 with a common secret': hs256('secret'),
    'another key': es256(header, claims),
    'a self-made key': es256({ ...header, jwk }, claims),
    'a foreign key': es256(
      { ...header, jku: 'https://evil.example/keys.json', x5u: 'https://evil.example/key.pem' },
      claims,
    ),
    'kid as a path': es256({ ...header, kid: '../../../../dev/null' }, claims),
    'kid as SQL': es256({ ...header, kid: "' OR 1=1 --" }, claims),
    'a crit header': `${encode({ ...header, crit: ['exp'] })}.${body}.${signature}`,
    'another role': `${head}.${encode({ ...claims, role: 'admin', type: 'admin', sub: '1' })}.${signature}`,
    'no expiry': `${head}.${encode({ ...claims, exp: undefined })}.${signature}`,
    expired: es256(header, { ...claims, exp: now - 60 }),
    'not yet': es256(header, { ...claims, nbf: now + 3_600 }),
    'another issuer': es256(header, { ...claims, iss: 'https://evil.example' }),
    'another audience': es256(header, { ...claims, aud: 'somebody-else' }),
    'another type': `${encode({ ...header, typ: 'JWT' })}.${body}.${signature}`,
    'a broken signature': `${head}.${body}.${flipped.toString('base64url')}`,
    'a truncated signature': `${head}.${body}.${signature.slice(0, -8)}`,
    'two parts': `${head}.${body}`,
    'one part': head,
    nothing: '',
    'a very long one': `${head}.${'A'.repeat(12_000)}.${signature}`,
    'no JSON': `${encode('not json')}.${encode('not json')}.${signature}`,
  };
  for (const [what, value] of Object.entries(forged)) {
    const { status, text } = await call(product, 'GET', '/admin/main/overview', {
      headers: { Authorization: `Bearer ${value}` },
    });
    if (!checks.that(status === 401 || (status === 431 && what === 'a very long one'), `${what} returned ${status}`))
      rows.push({ what, status });
    checks.that(
      !text.includes('JsonWebToken') && !text.includes('jwt'),
      `${what}: the response reveals how tokens are parsed`,
    );
  }
  checks.that(
    (await call(product, 'GET', '/admin/main/overview', { token })).status === 200,
    'the real token does not work',
  );
  await call(product, 'POST', '/admin/auth/logout', { token });
  // A check of the session that began before it ended may count for up to a second.
  await until(
    'the token to be rejected after signing out',
    async () => (await call(product, 'GET', '/admin/main/overview', { token })).status === 401,
    { withinMs: 5_000 },
  );
  // In ECDSA, (r, -s) is as valid as (r, s): a revocation list keyed by token text would accept the twin.
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const raw = Buffer.from(signature, 'base64url');
  const other = (order - BigInt(`0x${raw.subarray(32).toString('hex')}`)).toString(16).padStart(64, '0');
  const twin = `${head}.${body}.${Buffer.concat([raw.subarray(0, 32), Buffer.from(other, 'hex')]).toString('base64url')}`;
  checks.that(
    (await call(product, 'GET', '/admin/main/overview', { token: twin })).status === 401,
    'the twin of a signed-out token works',
  );
  return { tokens: Object.keys(forged).length + 2 };
}
