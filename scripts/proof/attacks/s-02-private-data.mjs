import { randomUUID } from 'node:crypto';
import { approvedSnapshot, call, documents, photo, publicReads, sponsorForm } from '../lib/site-actions.mjs';

export const name = 'S-02';
export const title = 'private data in public responses';
export const rule = 'No email address, contact name or message from a visitor appears in any public response.';

export async function run({ product: start, log, checks }) {
  const product = await start();
  const token = await product.signIn();
  const kinds = ['sender', 'contact', 'feedback', 'sponsor', 'person', 'message', 'subscriber'];
  const marks = Object.fromEntries(kinds.map((kind) => [kind, `pii-${kind}-${randomUUID().slice(0, 8)}`]));
  await approvedSnapshot(product, token, { fields: { email: `${marks.sender}@canary.test` } });
  await call(product, 'POST', '/main/contact-us', {
    form: { name: 'C', phone: '5015550100', email: `${marks.contact}@canary.test`, feedback: marks.feedback },
  });
  await call(product, 'POST', '/main/news/letter/create', { json: { email: `${marks.subscriber}@canary.test` } });
  const sponsor = await call(product, 'POST', '/admin/main/sponsor/create', {
    token,
    multipart: sponsorForm({
      name: marks.person,
      email: `${marks.sponsor}@canary.test`,
      company_name: 'Canary Roofing',
      message: marks.message,
      advertise_file: await photo(),
    }),
  });
  checks.that(sponsor.status === 201, `the sponsor returned ${sponsor.status}`);
  const { json } = await call(product, 'GET', '/main/home');
  const ids = [
    ...json.data.posts.map(({ id }) => `/main/post/${id}`),
    ...json.data.snapshots.map(({ id }) => `/main/snapshot/${id}`),
  ];
  const pages = [...publicReads, ...documents, ...ids];
  let isCanaryVisible = false;
  for (const page of pages) {
    const { text } = await call(product, 'GET', page);
    if (text.includes('Canary Roofing')) isCanaryVisible = true;
    for (const [what, mark] of Object.entries(marks)) checks.that(!text.includes(mark), `${page} tells the ${what}`);
  }
  checks.that(isCanaryVisible, 'the sponsor did not appear at all, so this check proves nothing');
  log(`${pages.length} answers read`);
  return { pages: pages.length };
}
