import { randomUUID } from 'node:crypto';
import { newId } from '@site/platform/base/ids';
import { unavailable, unprocessable } from '@site/proto/grpc';
import request from 'supertest';
import { until } from '../../../../services/platform/testing/until.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const alone = 'submissions.v1.ContactService/CreateContactMessage';
const together = 'submissions.v1.ContactService/CreateContactMessages';

interface Message {
  feedback: string;
}
let cached: Map<string, string>;
/** Releases the first call, which blocks all others. */
let answerFirst: () => void;
let sizes: number[];

const store = ({ feedback }: Message) => {
  const id = newId();
  cached.set(id, feedback);
  return id;
};

beforeEach(() => {
  cached = new Map();
  sizes = [];
  const first = new Promise<void>((resolve) => (answerFirst = resolve));
  Object.assign(provided.services.submissions.handlers, {
    [alone]: async (message: unknown) => {
      sizes.push(1);
      if (sizes.length === 1) await first;
      return { id: store(message as Message), replayed: false };
    },
    [together]: ({ messages }: Record<string, unknown>) => {
      sizes.push((messages as Message[]).length);
      return { ids: (messages as Message[]).map(store) };
    },
  });
});

const send = (feedback: string) =>
  request(provided.gateway.url)
    .post('/main/contact-us')
    .type('form')
    .set('Idempotency-Key', randomUUID())
    .send({ name: 'Nora', phone: '501 555 0123', email: 'nora@example.com', feedback });

async function sendTogether(count: number) {
  const all = [send('The first').then((answer) => answer)];
  await until('the first to be under way', () => sizes.length === 1);
  for (let n = 0; n < count; n += 1) all.push(send(`Message ${n}`).then((answer) => answer));
  return all;
}
const content = (count: number) => ['The first', ...Array.from({ length: count }, (_, n) => `Message ${n}`)];

it('sends the first write immediately and batches later ones, returning each its own id', async () => {
  const all = await sendTogether(40);
  answerFirst();
  const publicResponses = await Promise.all(all);
  expect(publicResponses.map(({ status }) => status)).toEqual(Array(41).fill(201));
  expect(publicResponses.map(({ body }) => cached.get(body.data.id as string))).toEqual(content(40));
  expect(sizes[0]).toBe(1);
  expect(Math.max(...sizes)).toBeGreaterThan(1);
  expect(sizes.length).toBeLessThan(41);
});

it('sends omitted writes individually, each with its own response or error', async () => {
  const existing = newId();
  cached.set(existing, 'Message 0');
  const { [alone]: keepAlone } = provided.services.submissions.handlers;
  Object.assign(provided.services.submissions.handlers, {
    [together]: ({ messages }: Record<string, unknown>) => ({
      ids: (messages as Message[]).map((message) => (/ [01]$/.test(message.feedback) ? '' : store(message))),
    }),
    [alone]: (message: Record<string, unknown>, metadata: never) => {
      if (message['feedback'] === 'Message 0') return { id: existing, replayed: true };
      if (message['feedback'] === 'Message 1') throw unprocessable('This Idempotency-Key was already used.');
      return keepAlone!(message, metadata);
    },
  });
  const all = await sendTogether(8);
  answerFirst();
  const publicResponses = await Promise.all(all);
  expect(publicResponses.map(({ status }) => status)).toEqual([201, 201, 422, ...Array<number>(6).fill(201)]);
  expect(publicResponses[1]?.body.data.id).toBe(existing);
  expect([...cached.values()].sort()).toEqual(
    content(8)
      .filter((text) => text !== 'Message 1')
      .sort(),
  );
});

it("sends each write individually if the batch call fails or an older service doesn't support it", async () => {
  delete provided.services.submissions.handlers[together];
  const all = await sendTogether(8);
  answerFirst();
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(9).fill(201));
  expect([...cached.values()].sort()).toEqual(content(8).sort());
});

it('returns 503 for the whole batch if the service has no room, without retrying individually', async () => {
  provided.services.submissions.handlers[together] = () => {
    throw unavailable('Too busy.');
  };
  const all = await sendTogether(20);
  answerFirst();
  const publicResponses = await Promise.all(all);
  const [taken, rejected] = [201, 503].map((status) => publicResponses.filter((answer) => answer.status === status));
  expect([taken?.length, (taken?.length ?? 0) + (rejected?.length ?? 0)]).toEqual([cached.size, 21]);
  expect(rejected?.length).toBeGreaterThan(1);
  expect(rejected?.every(({ headers }) => headers['retry-after'])).toBe(true);
});

it("doesn't block later writes behind a hung call", async () => {
  const [first, ...others] = await sendTogether(5);
  const publicResponses = await Promise.all(others);
  expect(publicResponses.map(({ status }) => status)).toEqual(Array(5).fill(201));
  expect(cached.size).toBe(5);
  answerFirst();
  expect((await first)?.status).toBe(201);
});
