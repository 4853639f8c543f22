import { randomUUID } from 'node:crypto';

export const name = 'R-07';
export const title = 'the same submission twice';
export const rule =
  'Ten requests with one key create one row and get one response; with different text the key gets 422; a double click creates one row; other routes may use the key; after a day it is forgotten.';

export async function run(context) {
  const { checks } = context;
  const product = await context.product();
  const send = async (fields, key, path = '/main/contact-us') => {
    const answer = await fetch(product.url + path, {
      method: 'POST',
      headers: { ...(key && { 'Idempotency-Key': key }) },
      body: path === '/main/contact-us' ? new URLSearchParams(fields) : JSON.stringify(fields),
      ...(path !== '/main/contact-us' && {
        headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
      }),
    });
    const text = await answer.text();
    return { status: answer.status, text };
  };
  const message = (mark) => ({ name: mark, phone: '5015550100', email: 'a@example.org', feedback: `text of ${mark}` });
  const rowsOf = async (mark) =>
    (await product.query('SELECT id FROM submissions.contact_messages WHERE name = $1', [mark])).length;

  const first = `r07-${randomUUID()}`;
  const key = randomUUID();
  const ten = await Promise.all(Array.from({ length: 10 }, () => send(message(first), key)));
  checks.that(
    ten.every(({ status }) => status === 201),
    `ten in parallel: ${ten.map(({ status }) => status).join(' ')}`,
  );
  checks.that(new Set(ten.map(({ text }) => text)).size === 1, 'ten in parallel got different responses');
  checks.that((await rowsOf(first)) === 1, `ten in parallel created ${await rowsOf(first)} rows`);

  const second = `r07-${randomUUID()}`;
  const other = await send(message(second), key);
  checks.that(other.status === 422 && (await rowsOf(second)) === 0, `the key with different text: ${other.status}`);

  const third = `r07-${randomUUID()}`;
  const clicks = await Promise.all([send(message(third)), send(message(third))]);
  checks.that(
    clicks.every(({ status }) => status === 201) && (await rowsOf(third)) === 1,
    `a double click: ${clicks.map(({ status }) => status).join(' ')}, ${await rowsOf(third)} rows`,
  );

  const elsewhere = await send({ email: `r07-${randomUUID()}@example.org` }, key, '/main/news/letter/create');
  checks.that(elsewhere.status === 201 || elsewhere.status === 200, `the key elsewhere: ${elsewhere.status}`);

  await product.query("UPDATE submissions.idempotency SET expires_at = now() - interval '1 second'");
  const nextDay = await send(message(second), key);
  checks.that(nextDay.status === 201 && (await rowsOf(second)) === 1, `a day later: ${nextDay.status}`);
}
