import { call, moderator, photo, sendSnapshot, pendingSnapshot } from '../lib/site.mjs';

export const name = 'S-03';
export const title = 'GETs that change state';
export const rule =
  'HEAD, OPTIONS, a missing, foreign or revoked token, a prefetch, a navigation and another site change nothing; the valid call does.';

const attacks = [
  ['HEAD with a token', { method: 'HEAD', token: true }],
  ['OPTIONS with a token', { method: 'OPTIONS', token: true }],
  ['no token', {}],
  ['the token in the URL', { query: true }],
  ['the token as a cookie', { cookie: true }],
  ['a wrong token', { headers: { Authorization: 'Bearer abc.def.ghi' } }],
  ['a prefetch', { token: true, headers: { 'Sec-Purpose': 'prefetch' } }],
  ['an old prefetch', { token: true, headers: { Purpose: 'prefetch' } }],
  ['a navigation', { token: true, headers: { 'Sec-Fetch-Mode': 'navigate' } }],
  ['another site', { token: true, headers: { 'Sec-Fetch-Site': 'cross-site' } }],
];

/** Every state-changing GET of the specification, aimed at a victim, with a function that reads the victim's state. */
async function victims(product, token) {
  const make = async (path, multipart) => {
    const { status, json, text } = await call(product, 'POST', path, { token, multipart });
    if (status !== 201) throw new Error(`${path} answered ${status}: ${text}`);
    return json.data;
  };
  const listed = (path, id) => async () => {
    const { json } = await call(product, 'GET', path, { token });
    return JSON.stringify([json.data].flat().find((row) => row?.id === id) ?? null);
  };
  const sponsor = {
    name: 'S',
    email: 's@example.org',
    phone_number: '+15015550100',
    company_name: 'S Inc',
    url: '',
    message: 'm',
    advertise_file: await photo(),
  };
  const post = await make('/admin/main/post/create', { title: 'Victim', description: 'Of a GET' });
  const faq = await make('/admin/main/faqs/create', { question: 'Q', answer: 'A' });
  const member = await make('/admin/main/team/create', { name: 'T', designation: 'D', image: await photo() });
  const helper = await moderator(product, token);
  const { id: company } = await make('/admin/main/sponsor/create', sponsor);
  const { id: pending } = await pendingSnapshot(product, token);
  await call(product, 'POST', '/main/contact-us', {
    form: { name: 'Victim', phone: '1', email: 'v@example.org', feedback: `f ${pending}` },
  });
  const { json: messages } = await call(product, 'GET', '/admin/main/contact-us', { token });
  const message = messages.data[0];
  const { json: header } = await call(product, 'GET', '/admin/main/header', { token });
  const { json: logo } = await call(product, 'GET', '/admin/main/logo', { token });
  const snapshot = async () => {
    const [row] = await product.query('SELECT status, deleted_at FROM submissions.snapshots WHERE id = $1', [pending]);
    return JSON.stringify(row);
  };
  const sponsorRow = async () =>
    JSON.stringify(await product.query('SELECT status, deleted_at FROM submissions.sponsors WHERE id = $1', [company]));
  const display = async () => JSON.stringify(await product.query('SELECT * FROM submissions.sponsor_display'));
  return [
    [
      `/admin/main/post/edit?${new URLSearchParams({ postId: post.id, title: 'Changed', description: 'd', url: '', image: '' })}`,
      listed('/admin/main/post', post.id),
    ],
    [`/admin/main/post/delete/${post.id}`, listed('/admin/main/post', post.id)],
    [`/admin/main/faqs/delete/${faq.id}`, listed('/admin/main/faqs', faq.id)],
    [`/admin/main/team/delete/${member.id}`, listed('/admin/main/team', member.id)],
    [`/admin/main/moderator/delete/${helper.id}`, listed('/admin/main/moderator', helper.id)],
    [`/admin/main/contact-us/delete/${message.id}`, listed('/admin/main/contact-us', message.id)],
    ...(header.data
      ? [[`/admin/main/header/delete/${header.data.id}`, listed('/admin/main/header', header.data.id)]]
      : []),
    ...(logo.data ? [[`/admin/main/logo/delete/${logo.data.id}`, listed('/admin/main/logo', logo.data.id)]] : []),
    [`/admin/main/sponsor/view/3`, display],
    [`/admin/main/sponsor/delete/${company}`, sponsorRow],
    [`/admin/main/snapshot/reject/${pending}`, snapshot],
  ];
}

export async function run({ product: start, say, checks, rows }) {
  const product = await start();
  const token = await product.signIn();
  const targets = await victims(product, token);
  await call(product, 'POST', '/admin/main/sponsor/view/1', { token });
  for (const [path, look] of targets) {
    const before = await look();
    for (const [what, { method = 'GET', token: withToken, query, cookie, headers = {} }] of attacks) {
      const address = query ? `${path}${path.includes('?') ? '&' : '?'}token=${token}` : path;
      const { status } = await call(product, method, address, {
        ...(withToken && { token }),
        headers: { ...headers, ...(cookie && { Cookie: `token=${token}` }) },
      });
      const route = path.split('?')[0].replace(/[0-9a-f-]{36}/, ':id');
      if (!checks.that(status >= 400 || method === 'OPTIONS', `${route}: ${what} returned ${status}`))
        rows.push({ route, what, status });
      if (!checks.that((await look()) === before, `${route}: ${what} changed something`))
        rows.push({ route, what, status: 'changed' });
    }
    const valid = await call(product, 'GET', path, { token });
    checks.that(
      valid.status === 200 && (await look()) !== before,
      `${path}: the valid call changed nothing (${valid.status})`,
    );
  }
  const approve = (await (await sendSnapshot(product)).json).data.id;
  checks.that(
    (await call(product, 'HEAD', `/admin/main/snapshot/approve/${approve}`, { token })).status === 405,
    'HEAD of approve is not 405',
  );
  say(`${targets.length} addresses × ${attacks.length} attacks`);
  return { routes: targets.length, attacks: attacks.length };
}
