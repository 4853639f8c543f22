import { expect } from '../../lib/visitor-journey.mjs';
import { sendJson } from './send-json.mjs';

/** Signs up for the newsletter and confirms with the link in the mail. Saves the address for the post stage. */
export async function newsletter({ site, say, outside, publicUrl, kept }) {
  const email = `reader-${Date.now()}@journey.test`;
  await sendJson(site, 'POST', '/main/news/letter/create', { email });
  const mail = await outside.mail('the confirmation mail', email);
  const [, link] = /(https:\S+\/newsletter\/confirm\?token=[^\s)>\]]+)/.exec(mail.text) ?? [];
  expect(link?.startsWith(`${publicUrl}/`), `the confirmation mail has no link to ${publicUrl}: ${mail.text}`);
  const { pathname, search, searchParams } = new URL(link);
  expect((await site.get(`${pathname}${search}`)).status === 200, 'the page behind the link does not open');
  await sendJson(site, 'POST', '/main/news/letter/confirm', { token: searchParams.get('token') });
  kept.reader = email;
  say('a reader signed up and confirmed with the link in the mail');
}
