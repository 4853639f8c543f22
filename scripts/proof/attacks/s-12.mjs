import { call, documents, photo } from '../lib/site.mjs';

export const name = 'S-12';
export const title = 'invalid URLs';
export const rule =
  'A url field rejects anything but an http(s) address of a named host, or stores the plain address; no parameter causes an open redirect.';

const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  '//evil.example',
  '///evil.example',
  'https:evil.example',
  'http:/evil.example/',
  'https://user:pass@evil.example',
  'https://good.example@evil.example',
  'https://evil.example\\@good.example',
  'https://good.example\u0000.evil.example',
  'https://evil。example\u202e',
  'http://localhost',
  'http://[::1]/',
  'ftp://evil.example',
];

export async function run({ product: start, checks }) {
  const product = await start();
  const token = await product.signIn();
  const file = await photo();
  const sponsor = {
    name: 'S',
    email: 's@example.org',
    phone_number: '+15015550100',
    company_name: 'S',
    message: 'm',
    advertise_file: file,
  };
  /** The response to a sponsor doesn't repeat the URL. */
  const latestSponsorUrl = async () => {
    const [row] = await product.query('SELECT url FROM submissions.sponsors ORDER BY created_at DESC, id DESC LIMIT 1');
    return row.url;
  };
  for (const url of addresses) {
    const answers = {
      post: await call(product, 'POST', '/admin/main/post/create', {
        token,
        multipart: { title: 'T', description: 'D', url },
      }),
      sponsor: await call(product, 'POST', '/main/advertise/with/us', { multipart: { ...sponsor, url } }),
    };
    for (const [form, { status, json }] of Object.entries(answers)) {
      const stored = json?.data?.url ?? (status === 201 ? await latestSponsorUrl() : undefined);
      // Rejected with the field named, or stored in a normalized, harmless form.
      const inert = status === 400 && json.errors?.some(({ field }) => field === 'url');
      checks.that(
        inert || /^https?:\/\/[a-z0-9.-]+\.[a-z]{2,}(\/|$)/.test(stored ?? ''),
        `${form} takes ${JSON.stringify(url)} (${status}, ${stored})`,
      );
    }
  }
  let asked = 0;
  for (const page of [...documents, '/dashboard', '/newsletter/confirm']) {
    for (const parameter of ['next', 'url', 'redirect', 'return', 'continue', 'r', 'returnTo']) {
      const { headers, status } = await call(product, 'GET', `${page}?${parameter}=//evil.example/`);
      asked += 1;
      checks.that(!(headers.get('location') ?? '').includes('evil'), `${page}?${parameter} redirects (${status})`);
    }
  }
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/.//evil.example/..',
    '/%5cevil.example',
  ]) {
    const { headers } = await call(product, 'GET', path);
    const location = headers.get('location') ?? '';
    checks.that(!/^(https?:)?(\/\/|\\|\/\\)/.test(location), `${path} redirects to ${location}`);
  }
  return { addresses: addresses.length, redirects: asked };
}
