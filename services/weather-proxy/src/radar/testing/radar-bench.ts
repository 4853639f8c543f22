/** Runs weather proxies with radar and an object store, in tests. */
import { testObjectStore } from '@site/platform/testing/object-store';
import { until } from '@site/platform/testing/until';
import type { ListFramesResponse } from '@site/proto/gen/nest/weather/v1/radar';
import type { Mode } from '../../../../../simulator/provider-modes.js';
import type { Simulator } from '../../../../../simulator/simulator.js';
import { TestClock, WeatherBench, type Weather } from '../../testing/weather.js';

export const minuteMs = 60_000;
/** The gateway's pattern for media keys; the folder is the end of the id. */
export const mediaKey =
  /^radar\/([0-9a-f]{2})\/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{10}\1-\d+\.webp$/;

export const timesOf = ({ frames }: Pick<ListFramesResponse, 'frames'>): number[] =>
  frames.map(({ time }) => Date.parse(time));

export class RadarBench {
  private constructor(
    readonly weather: WeatherBench,
    readonly bucket: Awaited<ReturnType<typeof testObjectStore>>,
  ) {}

  static async open(): Promise<RadarBench> {
    return new RadarBench(await WeatherBench.open(), await testObjectStore());
  }

  get simulator(): Simulator {
    return this.weather.simulator;
  }

  start(environment: Record<string, string> = {}, clock = new TestClock()): Promise<Weather> {
    const { endpoint, accessKey, secretKey, bucket } = this.bucket.settings;
    const store = { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_BUCKET: bucket };
    return this.weather.start({ RADAR_POLL_SECONDS: '1', ...store, ...environment }, clock);
  }

  list({ service }: Weather): Promise<ListFramesResponse> {
    return service.call<ListFramesResponse>('weather.v1.RadarService', 'listFrames', {});
  }

  response(weather: Weather, what: string, isSo: (found: ListFramesResponse) => unknown): Promise<ListFramesResponse> {
    const poll = async () => {
      const found = await this.list(weather);
      return isSo(found) ? found : undefined;
    };
    return until(what, poll, 100_000);
  }

  first(weather: Weather): Promise<ListFramesResponse> {
    return this.response(weather, 'a frame', ({ ok }) => ok);
  }

  calls(provider: 'mrms' | 'nexrad', part = 'GetMap') {
    return this.simulator
      .calls(part)
      .filter((call) => call.provider === provider)
      .map(({ path, headers }) => ({ headers, query: new URL(path, 'http://simulator').searchParams }));
  }

  setBoth(mode: Mode): void {
    for (const provider of ['mrms', 'nexrad'] as const) this.simulator.setMode(provider, { mode });
  }

  stored(key: string): Promise<Buffer> {
    return this.bucket.store.get(`public/${key}`);
  }

  async emptyStore(): Promise<void> {
    // One at a time: the tests' object store fails on concurrent removals.
    for (const key of await this.bucket.store.list('')) await this.bucket.store.remove([key]);
  }

  async reset(): Promise<void> {
    await this.weather.reset();
    await this.emptyStore();
  }

  async close(): Promise<void> {
    await this.weather.close();
    this.bucket.store.close();
  }
}
