import request from 'supertest';
import { until } from '../../../services/platform/testing/until.js';
import { aPost } from '../testing/fake-house.js';
import { givenGateway } from '../testing/given.js';

describe('more reads than a service can answer', () => {
  const given = givenGateway({ RATE_LIMIT_SCALE: '100' });
  const getPost = 'content.v1.PostsService/GetPost';
  const post = aPost();

  /** Reads of a post, as many as are let in, none of them answered before `release`. */
  async function fillTheHouse() {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    given.house.content.handlers[getPost] = async () => {
      await released;
      return { post };
    };
    const before = given.house.content.callsOf(getPost);
    const reads = Array.from({ length: 100 }, () => fetch(`${given.gateway.url}/main/post/${post.id}`));
    let isFull = true;
    for (const read of reads) void read.finally(() => (isFull = false));
    await until('all of them to wait', () => given.house.content.callsOf(getPost) === before + reads.length);
    return { reads, release, stillFull: () => isFull };
  }

  /** What is answered while they wait. On a busy machine their five seconds may be over before: then it begins again. */
  async function askedWhileFull<Answer>(ask: () => Promise<Answer>) {
    for (;;) {
      const { reads, release, stillFull } = await fillTheHouse();
      const answer = await ask();
      const wasFull = stillFull();
      release();
      const statuses = new Set((await Promise.all(reads)).map(({ status }) => status));
      if (wasFull) return { answer, statuses };
    }
  }

  it('are refused at once, as any failure is, until there is room again', async () => {
    const { answer, statuses } = await askedWhileFull(async () => ({
      get: await request(given.gateway.url).get(`/main/post/${post.id}`),
      head: await request(given.gateway.url).head(`/main/post/${post.id}`),
    }));

    const { status, headers, body } = answer.get;
    expect(status).toBe(503);
    expect(headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[\w.-]{8,64}$/) as string,
    });
    expect(body).toEqual({
      status: false,
      action: expect.stringContaining('not available at the moment') as string,
      message: body.action,
      errors: [{ message: body.action }],
    });
    expect(answer.head.status).toBe(503);
    expect(statuses).toEqual(new Set([200]));
    expect((await request(given.gateway.url).get(`/main/post/${post.id}`)).status).toBe(200);
  });

  it('keep nobody from what other services answer, from what is ready, and from the dashboard', async () => {
    const statusOf = async (path: string) => (await fetch(given.gateway.url + path)).status;
    const paths = ['/main/home', '/main/post', '/main/snapshots?limit=5', '/admin/main/post'];

    const { answer } = await askedWhileFull(() => Promise.all(paths.map(statusOf)));

    expect(answer).toEqual([200, 200, 200, 401]);
  });

  it('leave room when they go away unanswered', async () => {
    const leaving = new AbortController();
    const before = given.house.content.callsOf(getPost);
    given.house.content.handlers[getPost] = () => new Promise(() => undefined);
    const reads = Array.from({ length: 100 }, () =>
      fetch(`${given.gateway.url}/main/post/${post.id}`, { signal: leaving.signal }).catch(() => undefined),
    );
    await until('all of them to wait', () => given.house.content.callsOf(getPost) === before + reads.length);
    given.house.content.handlers[getPost] = () => ({ post });

    leaving.abort();

    await until('room', async () => (await fetch(`${given.gateway.url}/main/post/${post.id}`)).status === 200);
    await Promise.all(reads);
  });
});
