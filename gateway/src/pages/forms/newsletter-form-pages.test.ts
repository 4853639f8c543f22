import { notFound } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ TRUSTED_PROXY_CIDR: '127.0.0.0/8' });
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const service = 'submissions.v1.NewsletterService';
let target: [string, object][];
let visitors = 0;

beforeEach(() => {
  target = [];
  visitors += 1;
  for (const method of ['Subscribe', 'ConfirmSubscription', 'Unsubscribe', 'UpdatePreferences'])
    provided.services.submissions.handlers[`${service}/${method}`] = (message) => {
      target.push([method, message]);
      return method === 'UpdatePreferences' ? { frequency: message['frequency'] } : {};
    };
});

const post = (path: string, accept = browser) =>
  request(provided.gateway.url).post(path).set('Accept', accept).set('X-Forwarded-For', `203.0.113.${visitors}`);

describe('the newsletter form without scripts', () => {
  const signUp = (email: string) => post('/main/news/letter/create').type('form').send({ email });

  it('signs up, with the idempotency key of the client', async () => {
    const { status, text, type } = await signUp('nora@example.com').set('Idempotency-Key', 'key-1');
    expect([status, type]).toEqual([200, 'text/html']);
    expect(text).toContain('Please check your email');
    expect(target).toEqual([['Subscribe', expect.objectContaining({ email: 'nora@example.com' })]]);
    expect(target[0]?.[1]).toMatchObject({ idempotency: { key: 'key-1' } });
  });

  it('says what to correct without repeating hostile input', async () => {
    const { status, text } = await signUp('<script>alert(1)</script>');
    expect([status, target]).toEqual([400, []]);
    expect(text).toContain('Please enter a valid email address.');
    expect(text).not.toContain('<script>');
  });

  it('has the same limit', async () => {
    for (let n = 0; n < 5; n += 1) expect((await signUp(`n${n}@example.com`)).status).toBe(200);
    const { status, text, headers } = await signUp('n6@example.com');
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect(text).toContain('Too many requests');
  });

  it("is refused from another site's page and for other clients", async () => {
    const elsewhere = await signUp('nora@example.com').set('Sec-Fetch-Site', 'cross-site');
    const client = await post('/main/news/letter/create', '*/*').type('form').send({ email: 'nora@example.com' });
    expect([elsewhere.status, client.status, client.type, target]).toEqual([403, 415, 'application/json', []]);
  });
});

describe("the form of a mail link's page", () => {
  it.each([
    ['confirm', 'ConfirmSubscription', {}, 'Your subscription is confirmed.'],
    ['unsubscribe', 'Unsubscribe', {}, 'You have been unsubscribed.'],
    ['preferences', 'UpdatePreferences', { frequency: 'weekly' }, 'Your preferences have been saved.'],
  ])('%s uses the token of its address', async (path, method, fields, sentence) => {
    const { status, text } = await post(`/newsletter/${path}?token=tok-1`).type('form').send(fields);
    expect([status, target]).toEqual([200, [[method, { token: 'tok-1', ...fields }]]]);
    expect(text).toContain(sentence);
  });

  it.each(['', '?token=', '?token=a&token=b', `?token=${'a'.repeat(201)}`])('refuses the address %j', async (query) => {
    const { status, text } = await post(`/newsletter/confirm${query}`).type('form').send({});
    expect([status, target]).toEqual([400, []]);
    expect(text).toContain('This link isn’t valid');
  });

  it('says when the link is unknown', async () => {
    provided.services.submissions.handlers[`${service}/ConfirmSubscription`] = () => {
      throw notFound('This link is not valid.');
    };
    const { status, text } = await post('/newsletter/confirm?token=tok-1').type('form').send({});
    expect([status, text.includes('This link is not valid.')]).toEqual([404, true]);
  });
});

it('answers an incomplete photo form with every fault', async () => {
  const { status, text, type } = await post('/main/snapshot/create').field({
    first_name: '',
    last_name: '<b>',
    email: 'x',
    location: 'Conway',
  });
  expect([status, type]).toEqual([400, 'text/html']);
  for (const error of ['First name is required', 'email', 'Photo is required', 'href="/snapshots#send"'])
    expect(text).toContain(error);
  expect(text).not.toContain('<b>');
});
