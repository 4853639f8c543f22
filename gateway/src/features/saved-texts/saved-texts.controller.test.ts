import { newId } from '@site/platform/base/ids';
import { readCaller } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const service = 'submissions.v1.SavedTextsService';
const address = '/admin/main/saved-texts';
const text = { id: newId(), title: 'Thanks', text: 'Thank you\nfor writing.' };
const as = (role: 'admin' | 'moderator') => ({ Authorization: `Bearer ${provided.services.signIn(role).token}` });
let target: unknown[];

beforeEach(() => {
  target = [];
  for (const [method, response] of [
    ['ListSavedTexts', { texts: [text] }],
    ['SaveText', text],
    ['DeleteSavedText', {}],
  ] as const)
    provided.services.submissions.handlers[`${service}/${method}`] = (query, metadata) => {
      target.push([method, { ...query }, readCaller(metadata).role]);
      return response;
    };
});

it('lists, saves and deletes texts', async () => {
  const { body } = await request(provided.gateway.url).get(`${address}?kind=reason`).set(as('moderator')).expect(200);
  expect(body).toMatchObject({ data: [text] });
  const input = { kind: 'reply', title: ' Thanks\u200b ', text: text.text };
  const saved = await request(provided.gateway.url).post(address).set(as('admin')).send(input).expect(200);
  expect(saved.body).toMatchObject({ data: text });
  await request(provided.gateway.url).delete(`${address}/${text.id}`).set(as('moderator')).expect(200);
  expect(target).toEqual([
    ['ListSavedTexts', { kind: 'reason' }, 'moderator'],
    ['SaveText', { kind: 'reply', title: 'Thanks', text: text.text }, 'admin'],
    ['DeleteSavedText', { id: text.id }, 'moderator'],
  ]);
});

it('rejects unknown kinds and missing texts', async () => {
  await request(provided.gateway.url).get(`${address}?kind=x`).set(as('admin')).expect(400);
  for (const input of [{ kind: 'x' }, { title: ' ' }, { text: '\u200b' }, { text: 'a'.repeat(5_001) }])
    await request(provided.gateway.url)
      .post(address)
      .set(as('admin'))
      .send({ kind: 'reply', title: 'Thanks', text: 'Thank you', ...input })
      .expect(400);
  expect(target).toEqual([]);
});
