import { expect } from '../../lib/visitor-journey.mjs';
import { sendJson } from './send-json.mjs';

const visitor = 'visitor@journey.test';

/** Sends a contact message, reads it in the dashboard, and replies by mail. */
export async function contact({ site, say, session, outside }) {
  const feedback = `Is the siren test on Saturday? ${Date.now()}`;
  const body = new URLSearchParams({ name: 'Journey Visitor', phone: '5015550123', email: visitor, feedback });
  const { data: sent } = await site.json('/main/contact-us', { method: 'POST', body });
  const headers = await session();
  const { data: inbox } = await site.json('/admin/main/contact-us?state=new', { headers });
  const message = inbox.find(({ id }) => id === sent.id);
  expect(message?.feedback === feedback, 'the message is not in the dashboard');

  const text = `Yes, at noon. ${Date.now()}`;
  await sendJson(site, 'POST', `/admin/main/contact-us/${sent.id}/reply`, { text }, headers);
  await outside.mail('the reply by mail', visitor, (mail) => mail.text.includes(text));
  say('a message reached the dashboard, and its reply the visitor’s mailbox');
}
