import { performance } from 'node:perf_hooks';
import { call } from '../lib/site.mjs';

export const name = 'S-20';
export const title = 'slow regular expressions';
export const rule = 'The longest and worst text in a form is checked quickly and delays no other visitor.';

const ugly = [
  `${'a'.repeat(100_000)}!`,
  `${'a@'.repeat(50_000)}`,
  `a@${'a.'.repeat(50_000)}`,
  `${' '.repeat(100_000)}a`,
  `${'\t\n'.repeat(50_000)}x`,
  `http://${'a.'.repeat(50_000)}`,
  `https://${'a'.repeat(99_000)}.${'a'.repeat(900)}`,
  `+${'1'.repeat(100_000)}`,
  `${'<'.repeat(100_000)}`,
  `${'%'.repeat(100_000)}`,
  `${'\u0301'.repeat(100_000)}`,
  `${'(a+)+'.repeat(20_000)}`,
];
/** Our patterns take milliseconds; a backtracking pattern takes minutes. */
const longestMs = 1_500;

export async function run({ product: start, checks, rows }) {
  const product = await start();
  const token = await product.signIn();
  let worstNeighbourMs = 0;
  let over = false;
  const neighbour = (async () => {
    while (!over) {
      const from = performance.now();
      await call(product, 'GET', '/main/home');
      worstNeighbourMs = Math.max(worstNeighbourMs, performance.now() - from);
    }
  })();
  for (const text of ugly) {
    const forms = {
      newsletter: ['/main/news/letter/create', { json: { email: text } }],
      contact: [
        '/main/contact-us',
        { form: { name: text, phone: text.slice(0, 10_000), email: text.slice(0, 10_000), feedback: text } },
      ],
      sponsor: [
        '/main/advertise/with/us',
        {
          multipart: {
            name: text.slice(0, 9_000),
            email: text.slice(0, 9_000),
            phone_number: text.slice(0, 9_000),
            company_name: 'c',
            message: 'm',
            url: text.slice(0, 9_000),
          },
        },
      ],
      login: ['/admin/auth/login', { json: { email: text, password: text } }],
      post: [
        '/admin/main/post/create',
        { token, multipart: { title: 't', description: text, url: text.slice(0, 9_000) } },
      ],
      search: [`/main/weather/search?q=${encodeURIComponent(text.slice(0, 2_000))}`, { method: 'GET' }],
    };
    for (const [form, [path, { method = 'POST', ...options }]] of Object.entries(forms)) {
      const from = performance.now();
      const { status } = await call(product, method, path, options);
      const elapsedMs = Math.round(performance.now() - from);
      if (
        !checks.that(status < 500, `${form} returned ${status}`) ||
        !checks.that(elapsedMs < longestMs, `${form} took ${elapsedMs} ms`)
      )
        rows.push({ form, text: text.slice(0, 20), length: text.length, status, elapsedMs });
    }
  }
  over = true;
  await neighbour;
  checks.that(worstNeighbourMs < 1_000, `another visitor waited ${Math.round(worstNeighbourMs)} ms`);
  return { texts: ugly.length, worstNeighbourMs: Math.round(worstNeighbourMs) };
}
