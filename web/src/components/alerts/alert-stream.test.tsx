import { jest } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { createQueryClient } from '@/shell/app.js';
import { buildContent } from '@/testing/builders.js';
import { buildAlerts } from '@/testing/weather-builders.js';
import { fakeGateway } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';
import { alertsQuery } from './alert-queries.js';
import { followAlerts } from './alert-stream.js';

class FakeStream {
  static readonly CONNECTING = 0;
  static readonly CLOSED = 2;
  static all: FakeStream[] = [];
  readyState = FakeStream.CONNECTING;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeStream.all.push(this);
  }

  close() {
    this.readyState = FakeStream.CLOSED;
  }

  /** A rejected connection, after which the browser gives up. */
  reject() {
    this.close();
    this.onerror?.();
  }
}
const streams = () => FakeStream.all;
const openStreams = () => streams().filter(({ readyState }) => readyState !== FakeStream.CLOSED);

beforeEach(() => {
  jest.useFakeTimers();
  FakeStream.all = [];
  globalThis.EventSource = FakeStream as unknown as typeof EventSource;
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'EventSource');
});
const wait = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));

function turn(visibility: DocumentVisibilityState) {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

describe('the stream of alert changes', () => {
  let leave: () => void = () => undefined;
  afterEach(() => {
    turn('visible');
    leave();
  });

  async function follow() {
    const list = { version: 1 };
    const calls = fakeGateway({
      'GET /main/weather/alerts': () => ({ data: buildAlerts([], { version: list.version }) }),
    });
    const client = createQueryClient();
    client.mount();
    const unsubscribe = new QueryObserver(client, alertsQuery).subscribe(() => undefined);
    const stop = followAlerts(client);
    leave = () => {
      stop();
      unsubscribe();
      client.unmount();
      client.clear();
    };
    await wait(0.05);
    return { list, calls, stop, asked: () => calls.map(({ query }) => query.toString()) };
  }
  const send = async (version: number) => {
    openStreams()[0]?.onmessage?.({ data: String(version) });
    await wait(0.05);
  };

  it('makes the page fetch a new version of the list, but none that it already has', async () => {
    const { list, asked } = await follow();
    expect(streams().map(({ url }) => url)).toEqual(['/main/weather/alerts/stream']);
    await send(1);
    expect(asked()).toEqual(['']);
    list.version = 2;
    await send(2);
    await send(2);
    expect(asked()).toEqual(['', 'version=2']);
    await wait(60);
    expect(asked()).toEqual(['', 'version=2', '']);
  });

  it.each([5, 200])('closes while the page is hidden for %i s, and reopens after one fetch', async (seconds) => {
    const { calls } = await follow();
    turn('hidden');
    expect(openStreams()).toHaveLength(0);
    await wait(seconds);
    expect(streams()).toHaveLength(1);
    const before = calls.length;
    turn('visible');
    await wait(0.05);
    expect(calls).toHaveLength(before + 1);
    expect(openStreams()).toHaveLength(1);
  });

  it('retries one to three minutes after a rejection, while polling continues', async () => {
    const { calls } = await follow();
    openStreams()[0]?.reject();
    await wait(59);
    expect(streams()).toHaveLength(1);
    const before = calls.length;
    await wait(122);
    expect(streams()).toHaveLength(2);
    expect(openStreams()).toHaveLength(1);
    expect(calls.length - before).toBeGreaterThanOrEqual(2);
  });

  it('leaves reconnecting to the browser when the connection is lost', async () => {
    await follow();
    openStreams()[0]?.onerror?.();
    await wait(200);
    expect(streams()).toHaveLength(1);
  });

  it.each(['open', 'refused', 'hidden'])('closes with the page, even one that is %s', async (state) => {
    const { stop } = await follow();
    if (state === 'refused') streams()[0]?.reject();
    if (state === 'hidden') turn('hidden');
    stop();
    turn('visible');
    await wait(200);
    expect(openStreams()).toHaveLength(0);
  });
});

describe('a public page', () => {
  const open = () =>
    renderApp('/terms', {
      routes: {
        'GET /main/home': { data: buildContent() },
        'GET /main/weather/alerts': () => ({ data: buildAlerts() }),
      },
    });

  it('opens one stream after its own content, keeps it across pages, and closes it when left', async () => {
    const { router, unmount } = open();
    await wait(2.9);
    expect(streams()).toHaveLength(0);
    await wait(0.2);
    expect(openStreams()).toHaveLength(1);
    act(() => router.navigate('/about'));
    await wait(10);
    expect(openStreams()).toHaveLength(1);
    expect(streams()).toHaveLength(1);
    unmount();
    await wait(200);
    expect(openStreams()).toHaveLength(0);
  });

  it('opens none when left before', async () => {
    const { unmount } = open();
    await wait(1);
    unmount();
    await wait(10);
    expect(streams()).toHaveLength(0);
  });

  it('only polls in a browser without EventSource', async () => {
    Reflect.deleteProperty(globalThis, 'EventSource');
    const { calls } = open();
    await wait(130);
    expect(calls.filter(({ path }) => path === '/main/weather/alerts')).toHaveLength(3);
  });
});
