import { newId } from '@site/platform/base/ids';
import request from 'supertest';
import { until } from '../../../services/platform/testing/until.js';
import { aPost } from '../testing/fake-messages.js';
import { setupGateway } from '../testing/given-gateway.js';

describe('load shedding of reads', () => {
  const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
  const getPost = 'content.v1.PostsService/GetPost';
  const post = aPost();

  interface Reads {
    service: 'content' | 'weather';
    rpc: string;
    said: object;
    path: () => string;
    max: number;
  }
  // Reads of the same post share one call.
  const ofPosts: Reads = {
    service: 'content',
    rpc: getPost,
    said: { post },
    max: 100,
    path: () => `/main/post/${newId()}`,
  };
  const ofProviders: Reads = {
    service: 'weather',
    rpc: 'weather.v1.PlacesService/SearchPlaces',
    said: { places: [], source: '' },
    path: () => '/main/weather/search?q=conway',
    max: 500,
  };

  /** Fills every slot until `release`. */
  async function fillEverySlot({ rpc, said, path, service, max }: Reads) {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const target = provided.services[service];
    target.handlers[rpc] = async () => {
      await released;
      return said;
    };
    const before = target.callsOf(rpc);
    const reads = Array.from({ length: max }, () => fetch(provided.gateway.url + path()));
    let isFull = true;
    for (const read of reads) void read.finally(() => (isFull = false));
    await until('all of them to wait', () => target.callsOf(rpc) === before + reads.length);
    return { reads, release, stillFull: () => isFull };
  }

  /** Starts over if the reads' five-second deadline passes first, as on a busy machine. */
  async function askedWhileFull<Result>(ask: () => Promise<Result>, of: Reads = ofPosts) {
    for (;;) {
      const { reads, release, stillFull } = await fillEverySlot(of);
      const response = await ask();
      const wasFull = stillFull();
      release();
      const statuses = new Set((await Promise.all(reads)).map(({ status }) => status));
      if (wasFull) return { answer: response, statuses };
    }
  }

  it('refuses excess reads like any other failure until there is room again', async () => {
    const { answer, statuses } = await askedWhileFull(async () => ({
      get: await request(provided.gateway.url).get(`/main/post/${post.id}`),
      head: await request(provided.gateway.url).head(`/main/post/${post.id}`),
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
      action: expect.stringContaining('unavailable right now') as string,
      message: body.action,
      errors: [{ message: body.action }],
    });
    expect(answer.head.status).toBe(503);
    expect(statuses).toEqual(new Set([200]));
    expect((await request(provided.gateway.url).get(`/main/post/${post.id}`)).status).toBe(200);
  });

  it("still serves other services' reads, cached reads and the dashboard", async () => {
    const statusOf = async (path: string) => (await fetch(provided.gateway.url + path)).status;
    const paths = ['/main/home', '/main/post', '/main/snapshots?limit=5', '/admin/main/post'];

    const { answer } = await askedWhileFull(() => Promise.all(paths.map(statusOf)));

    expect(answer).toEqual([200, 200, 200, 401]);
  });

  it('still serves radar, outlook, reports and rivers when provider reads are full', async () => {
    const statusOf = async (path: string) => (await fetch(provided.gateway.url + path)).status;
    const ready = ['radar', 'outlook', 'reports', 'rivers', 'forecast?lat=35.2&lon=-91.84&days=1', 'alerts'];
    const paths = ['search?q=conway', ...ready];

    const { answer } = await askedWhileFull(
      () => Promise.all(paths.map((path) => statusOf(`/main/weather/${path}`))),
      ofProviders,
    );

    expect(answer).toEqual([503, ...ready.map(() => 200)]);
  });

  it('frees the slots of clients that disconnect', async () => {
    const leaving = new AbortController();
    const before = provided.services.content.callsOf(getPost);
    provided.services.content.handlers[getPost] = () => new Promise(() => undefined);
    const reads = Array.from({ length: 100 }, () =>
      fetch(provided.gateway.url + ofPosts.path(), { signal: leaving.signal }).catch(() => undefined),
    );
    await until('all of them to wait', () => provided.services.content.callsOf(getPost) === before + reads.length);
    provided.services.content.handlers[getPost] = () => post;

    leaving.abort();

    await until('room', async () => (await fetch(provided.gateway.url + ofPosts.path())).status === 200);
    await Promise.all(reads);
  });
});
