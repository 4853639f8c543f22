import { jest } from '@jest/globals';
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from '../shell/app.js';
import { buildForecast } from '@/testing/weather-builders.js';
import { fakeGateway } from '../testing/fake-gateway.js';
import { forecastQuery } from '../components/weather/weather-queries.js';
import { pagePollMs } from './page-poll.js';

describe('a page', () => {
  let leave: () => void = () => undefined;
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    leave();
    focusManager.setFocused(undefined);
    jest.useRealTimers();
  });
  const wait = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1_000);

  async function watch(pace: { pollSeconds: number }) {
    const forecast = buildForecast();
    const calls = fakeGateway({
      'GET /main/weather/forecast': () => ({ data: { ...forecast, meta: { ...forecast.meta, ...pace } } }),
    });
    const client = createQueryClient();
    client.mount();
    const stop = new QueryObserver(client, forecastQuery({ lat: 34.7, lon: -92.3 }, 7)).subscribe(() => undefined);
    leave = () => {
      stop();
      client.unmount();
      client.clear();
    };
    await wait(0.05);
    return calls;
  }

  it("polls at the response's interval", async () => {
    const pace = { pollSeconds: 60 };
    const calls = await watch(pace);
    await wait(59);
    expect(calls).toHaveLength(1);
    pace.pollSeconds = 30;
    await wait(2);
    expect(calls).toHaveLength(2);
    await wait(60);
    expect(calls).toHaveLength(4);
  });

  it("doesn't poll while hidden, and polls immediately when visible again", async () => {
    const calls = await watch({ pollSeconds: 30 });
    focusManager.setFocused(false);
    await wait(600);
    expect(calls).toHaveLength(1);
    focusManager.setFocused(true);
    await wait(0.1);
    expect(calls).toHaveLength(2);
  });

  it.each([
    [undefined, 60],
    [{}, 60],
    [{ pollSeconds: 30 }, 30],
    [{ pollSeconds: 0 }, 10],
    [{ pollSeconds: 1e9 }, 600],
    [{ pollSeconds: Number.NaN }, 60],
  ])('given %j, polls after %d s', (answer, seconds) => {
    expect(pagePollMs(answer)).toBe(1_000 * seconds);
  });
});
