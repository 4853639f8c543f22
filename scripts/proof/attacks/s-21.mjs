import { call, documents } from '../lib/site.mjs';

export const name = 'S-21';
export const title = 'security headers';
export const rule =
  'Every kind of response has the security headers; the script policy allows nothing inline and no eval.';

export async function run({ product: start, checks }) {
  const product = await start();
  const token = await product.signIn();
  const answers = [
    ...documents.map((path) => ['GET', path]),
    ['GET', '/sw.js'],
    ['GET', '/old-worker.js'],
    ['GET', '/main/home'],
    ['GET', '/main/nothing'],
    ['GET', '/nothing-here'],
    ['POST', '/main/home'],
    ['GET', '/admin/main/post'],
    ['GET', '/media/snapshots/00/00000000-0000-7000-8000-000000000000-640.jpg'],
    ['POST', '/main/contact-us'],
    ['GET', '/docs'],
    ['TRACE', '/'],
  ].filter(([method]) => method !== 'TRACE');
  for (const [method, path] of answers) {
    const { headers, status } = await call(product, method, path, path === '/docs' ? { token } : {});
    const has = (name, test) =>
      checks.that(
        test.test(headers.get(name) ?? ''),
        `${method} ${path} (${status}): ${name} is "${headers.get(name)}"`,
      );
    has('x-content-type-options', /^nosniff$/);
    has('referrer-policy', /strict-origin|no-referrer|same-origin/);
    has('content-security-policy', /default-src '(none|self)'/);
    has('content-security-policy', /frame-ancestors '(none|self)'|sandbox/);
    has('x-request-id', /^[\w.-]{8,}$/);
    checks.that(headers.get('x-powered-by') === null, `${path} reveals the server software`);
    const csp = headers.get('content-security-policy') ?? '';
    const scripts = /script-src ([^;]*)/.exec(csp)?.[1] ?? /default-src ([^;]*)/.exec(csp)?.[1] ?? '';
    checks.that(
      !/'unsafe-inline'|'unsafe-eval'|(^|\s)\*(\s|$)|data:|https?:(\s|$)/.test(scripts),
      `${path}: scripts are allowed from ${scripts}`,
    );
    if (path !== '/docs')
      checks.that(/object-src 'none'|default-src 'none'/.test(csp), `${path}: plug-ins are allowed`);
  }
  const worker = await call(product, 'GET', '/sw.js');
  checks.that(
    worker.headers.get('cache-control') === 'no-cache',
    '/sw.js may be cached, which would delay its kill switch',
  );
  checks.that(/connect-src 'self'/.test(worker.headers.get('content-security-policy') ?? ''), "the worker can't fetch");
  const unknown = await call(product, 'GET', '/old-worker.js');
  checks.that(
    unknown.status === 404 && !/html/.test(unknown.headers.get('content-type') ?? ''),
    `/old-worker.js returns a page (${unknown.status})`,
  );
  const notModified = await call(product, 'GET', '/main/home');
  const again = await call(product, 'GET', '/main/home', {
    headers: { 'If-None-Match': notModified.headers.get('etag') },
  });
  checks.that(
    again.status === 304 && again.headers.get('x-content-type-options') === 'nosniff',
    `304 lacks headers (${again.status})`,
  );
  return { answers: answers.length };
}
