import { newId } from '@site/platform/base/ids';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const form = { name: 'Nora', phone: '501 555 0123', email: 'nora@example.com', feedback: 'Thank you.' };
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
let created = 0;

beforeEach(() => {
  created = 0;
  provided.services.submissions.handlers['submissions.v1.ContactService/CreateContactMessage'] = () => {
    created += 1;
    return { id: newId(), replayed: false };
  };
});

const send = (fields: object, accept: string) =>
  request(provided.gateway.url).post('/main/contact-us').type('form').set('Accept', accept).send(fields);

it('answers a form without scripts with a page', async () => {
  const { status, text, headers } = await send(form, browser);
  expect([status, created, headers['content-type'], headers['cache-control']]).toEqual([
    201,
    1,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(text).toContain('Contact Request Send');
  expect(headers['content-security-policy']).not.toContain("'unsafe-inline'");
});

it('says what to correct without repeating what was entered', async () => {
  const { status, text } = await send({ ...form, email: '<b>', name: '' }, browser);
  expect([status, created]).toEqual([400, 0]);
  expect(text).toContain('Name is required');
  expect(text).toContain('href="/contact"');
  expect(text).not.toContain('<b>');
});

it.each(['application/json', '*/*'])('answers %s with the envelope', async (accept) => {
  const { status, body } = await send(form, accept);
  expect([status, body]).toEqual([201, expect.objectContaining({ status: true, action: 'Contact Request Send' })]);
});
