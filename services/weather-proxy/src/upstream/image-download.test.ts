import { startSimulator, type Simulator } from '../../../../simulator/simulator.js';
import { systemClock } from '@site/platform/base/clock';
import { Breaker } from './breaker.js';
import { ImageDownloader } from './image-download.js';

let simulator: Simulator;
let download: ImageDownloader;
beforeEach(async () => {
  simulator = await startSimulator();
  download = new ImageDownloader({
    provider: 'test',
    domains: ['fbcdn.net', 'facebook.com'],
    siteOrigin: new URL(simulator.url).origin,
    maxBytes: 100_000,
  });
});
afterEach(async () => {
  await download.close();
  await simulator.close();
});

const get = (address: string, withinMs = 20_000) =>
  download.get(address, { breaker: new Breaker(systemClock), deadline: AbortSignal.timeout(withinMs) });
const imageUrl = () => `${simulator.url}/facebook/pictures/1.jpg?oh=secret`;

describe('a picture download', () => {
  it.each([
    ['https://scontent-dfw5-1.xx.fbcdn.net/v/t39/1.jpg?oh=1', true],
    ['https://www.facebook.com/ads/image/?d=1', true],
    ['http://scontent.xx.fbcdn.net/1.jpg', false],
    ['https://scontent.xx.fbcdn.net:8443/1.jpg', false],
    ['https://user:pass@scontent.xx.fbcdn.net/1.jpg', false],
    ['https://fbcdn.net.evil.example/1.jpg', false],
    ['https://evilfbcdn.net/1.jpg', false],
    ['https://scontent.xx.fbcdn.net.@evil.example/1.jpg', false],
    ['https://127.0.0.1/1.jpg', false],
    ['https://169.254.169.254/latest/meta-data', false],
    ['https://[::1]/1.jpg', false],
    ['file:///etc/passwd', false],
    ['data:image/png;base64,AAAA', false],
    ['//scontent.xx.fbcdn.net/1.jpg', false],
    ['', false],
  ])('of %s is allowed: %s', (address, expected) => {
    expect(download.isAllowed(address)).toBe(expected);
  });

  it('contacts no other host', async () => {
    const other = await startSimulator();
    await expect(get(`${other.url}/facebook/pictures/1.jpg`)).rejects.toMatchObject({ outcome: 'refused' });
    expect(other.calls()).toEqual([]);
    await other.close();
  });

  it('returns the bytes', async () => {
    expect((await get(imageUrl())).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  it.each([
    [{ mode: 'redirect' }, 'redirect'],
    [{ mode: 'huge' }, 'too_large'],
    [{ mode: 'gzip_bomb' }, 'invalid'],
    [{ mode: 'http', status: 404 }, 'not_found'],
    [{ mode: 'http', status: 500 }, 'http_error'],
    [{ mode: 'reset' }, 'network'],
  ] as const)('fails with the right kind of error, without the address’s signature: %j', async (behavior, outcome) => {
    simulator.setMode('facebook', behavior);

    const error = await get(imageUrl()).catch((failure: unknown) => failure as Error);

    expect(error).toMatchObject({ outcome });
    expect(String((error as Error).message)).not.toContain('secret');
    expect(simulator.calls().every(({ provider }) => provider === 'facebook')).toBe(true);
  });

  it('stops at its deadline', async () => {
    simulator.setMode('facebook', { mode: 'drip' });
    await expect(get(imageUrl(), 300)).rejects.toMatchObject({ outcome: 'timeout' });
  });
});
