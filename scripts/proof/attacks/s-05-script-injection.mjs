import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../lib/checkout.mjs';
import { startChromium } from '../../lib/chromium.mjs';
import { approvedSnapshot, call, photo, sponsorForm } from '../lib/site-actions.mjs';

export const name = 'S-05';
export const title = 'scripts in text';
export const rule =
  'Text typed into any field or put into the document of a post is shown as text: no dialog, no injected element, no violation of the script policy.';

const payloads = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  "';alert(1);//",
  '${alert(1)}{{constructor.constructor("alert(1)")()}}',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<input autofocus onfocus=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\u2028alert(1)\u2029',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
];

const pages = ['/', '/about', '/blogs', '/snapshots', '/sponsors', '/alert', '/feed.xml'];
/** All screens of the dashboard, from its own list. */
const screensFile = readFileSync(join(root, 'web/src/shell/dashboard/screens.ts'), 'utf8');
const dashboard = Array.from(screensFile.matchAll(/^ {2}screen\(\s*'([\w-]+)'/gm), ([, path]) => `/dashboard/${path}`);

const text = (payload, marks = []) => ({ type: 'text', text: payload, marks });
const paragraph = (...content) => ({ type: 'paragraph', content });
/** Puts these words wherever text is allowed. */
const documentOf = (payload) => ({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [text(payload)] },
    paragraph(text(payload, [{ type: 'bold' }, { type: 'italic' }]), { type: 'hardBreak' }, text(payload)),
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text(payload))] }] },
    { type: 'blockquote', content: [paragraph(text(payload))] },
    paragraph(text(payload, [{ type: 'link', attrs: { href: 'https://example.com/' } }])),
  ],
});

/** Distinguishes each payload's elements from those of the page. */
const marked = (payload, n) => `${payload}<b class="injected-${n}">x</b>`;

export async function run({ product: start, log, defer, quick, checks }) {
  const product = await start({ fresh: true });
  const token = await product.signIn();
  const used = quick ? payloads.slice(0, 8) : payloads;
  const must = async (path, options) => {
    const response = await call(product, 'POST', path, { token, ...options });
    checks.that(
      [200, 201].includes(response.status),
      `${path} rejected a text: ${response.status} ${response.text.slice(0, 120)}`,
    );
    return response.json?.data;
  };
  const posts = [];
  for (const [n, payload] of used.entries()) {
    const text = marked(payload, n);
    const line = text.replaceAll(/[\u2028\u2029]/g, ' ');
    const name = line.slice(0, 95);
    posts.push(
      await must('/admin/main/post/create', { multipart: { title: line, description: `${text}\n\n${text}` } }),
    );
    await must('/admin/main/faqs/create', { multipart: { question: text, answer: text } });
    if (n < 6) {
      await must('/admin/main/team/create', { multipart: { name, designation: name, image: await photo() } });
      await must('/admin/main/sponsor/create', {
        multipart: sponsorForm({ name, company_name: name, message: text, advertise_file: await photo() }),
      });
      await approvedSnapshot(product, token, {
        fields: { first_name: name, last_name: name, location: name, comment: text },
      });
    }
    await must('/main/contact-us', {
      form: { name, phone: '5015550100', email: 'c@example.org', feedback: text },
    });
  }
  const written = [];
  for (const [n, payload] of used.entries()) {
    const values = { title: marked(payload, n).slice(0, 200), document: documentOf(marked(payload, n)) };
    const draft = await must('/admin/main/post/draft', { json: { values } });
    if (!draft) continue;
    const { id, revision } = draft.post;
    const post = await must(`/admin/main/post/${id}/publish`, { json: { revision, status: 'published' } });
    if (post) written.push(post);
  }
  const { json: header } = await call(product, 'GET', '/admin/main/header', { token });
  if (header.data)
    await must('/admin/main/header/edit', { multipart: { header_id: header.data.id, header: marked(payloads[4], 4) } });

  const browser = await startChromium();
  defer(() => browser.close());
  const context = await browser.newContext();
  let dialogs = 0;
  const violations = [];
  const visit = async (path) => {
    const page = await context.newPage();
    page.on('dialog', async (dialog) => {
      dialogs += 1;
      await dialog.dismiss();
    });
    page.on('console', (message) => {
      if (/Content.Security.Policy|Refused to/i.test(message.text()))
        violations.push(`${path}: ${message.text().slice(0, 160)}`);
    });
    await page.goto(product.url + path, { waitUntil: 'networkidle', timeout: 60_000 }).catch(() => undefined);
    const injected = await page.evaluate(
      () =>
        globalThis.document.querySelectorAll(
          '[class^="injected-"], [onerror], [onload], [onfocus], [ontoggle], [onbegin]',
        ).length,
    );
    checks.that(injected === 0, `${path} has ${injected} injected elements`);
    checks.that(
      new URL(page.url()).hostname === new URL(product.url).hostname,
      `${path} navigated away to ${page.url()}`,
    );
    await page.close();
  };
  const postPages = [
    ...posts.filter(Boolean).map(({ id }) => `/blogdetail?id=${id}`),
    ...written.map(({ slug }) => `/blog/${slug}`),
  ];
  for (const path of [...pages, ...postPages]) await visit(path);
  const login = await call(product, 'POST', '/admin/auth/login', { json: product.admin });
  await context.addInitScript((session) => localStorage.setItem('userData', session), JSON.stringify(login.json.data));
  const desks = written.slice(0, quick ? 3 : written.length).map(({ id }) => `/dashboard/blog?post=${id}`);
  for (const path of [...dashboard, ...desks]) await visit(path);
  checks.that(dialogs === 0, `${dialogs} scripts ran`);
  checks.that(violations.length === 0, `only the policy stopped it: ${violations[0]}`);
  log(`${used.length} payloads, ${pages.length + postPages.length + dashboard.length + desks.length} pages`);
  return { payloads: used.length, dialogs };
}
