import { newId } from '@site/platform/base/ids';
import { notFound, unavailable } from '@site/proto/grpc';
import sharp from 'sharp';
import request from 'supertest';
import { testObjectStore } from '../../../../services/platform/testing/object-store.js';
import { until } from '../../../../services/platform/testing/until.js';
import { startFakeServices, type FakeServices } from '../../testing/fake-services.js';
import { aForecast, anAlert, anAlertEvent, aPhoto, aPost, someAlerts } from '../../testing/fake-messages.js';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';
import { Letters } from './text-outlines.js';

let services: FakeServices;
let gateway: TestGateway;
let bucket: Awaited<ReturnType<typeof testObjectStore>>;

beforeAll(async () => {
  services = await startFakeServices();
  bucket = await testObjectStore();
  gateway = await startTestGateway(services, { S3_BUCKET: bucket.settings.bucket, RATE_LIMIT_SCALE: '1000' });
});
afterAll(async () => {
  await gateway.close();
  services.kill();
  bucket.store.close();
});

const get = (path: string) => request(gateway.url).get(path).redirects(0);

async function findImage(path: string) {
  const response = await get(path).buffer(true);
  expect([path, response.status, response.headers['content-type']]).toEqual([path, 200, 'image/png']);
  const bytes = response.body as Buffer;
  const { format, width, height } = await sharp(bytes).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
  return { bytes, pixel, headers: response.headers };
}

const near = (colour: number[], requested: readonly [number, number, number]) =>
  colour.every((value, index) => Math.abs(value - requested[index]!) < 24);

const eventNow = (changes: object = {}, alertChanges: Parameters<typeof anAlertEvent>[1] = {}) => {
  services.weather.handlers['weather.v1.AlertEventsService/GetAlertEvent'] = ({ name }) =>
    anAlertEvent({ eventKey: name, ...changes }, { eventKey: name, ...alertChanges });
};

describe('the picture of a warning', () => {
  it('is a PNG of 1200 by 630 in the color of its danger', async () => {
    eventNow({}, { level: 'warning', severity: 'Severe' });
    const severe = await findImage('/share/warning/KLZK.SV.W.0001.2026.png');
    expect(near(severe.pixel(1190, 300), [0xbd, 0x29, 0x00])).toBe(true);
    expect(severe.headers['cache-control']).toBe('public, max-age=60');
    eventNow({ event: 'Tornado Watch' }, { event: 'Tornado Watch', level: 'watch', severity: 'Severe' });
    const watch = await findImage('/share/warning/KLZK.TO.A.0001.2026.png');
    expect(near(watch.pixel(1190, 300), [0xe7, 0xa0, 0x32])).toBe(true);
  });

  it('changes when the warning does, and only then', async () => {
    const path = '/share/warning/KLZK.TO.W.0077.2026.png';
    eventNow({}, { areas: 'Pulaski' });
    const first = await findImage(path);
    expect((await get(path).set('If-None-Match', first.headers['etag']!)).status).toBe(304);
    eventNow({ active: false, endedAt: new Date().toISOString(), endedBy: 'cancelled' });
    services.weather.announce('alerts');
    const last = await until('the warning to be over', async () => {
      const picture = await findImage(path);
      return picture.headers['etag'] === first.headers['etag'] ? undefined : picture;
    });
    expect(last.bytes.equals(first.bytes)).toBe(false);
    expect(near(last.pixel(1190, 300), [0x3d, 0x48, 0x53])).toBe(true);
  });

  it('accepts the longest texts, and none', async () => {
    eventNow({ event: 'W'.repeat(500) }, { areas: 'Faulkner; '.repeat(400), badge: 'x'.repeat(300) });
    await findImage('/share/warning/KLZK.TO.W.0500.2026.png');
    eventNow({ event: '🌪️' }, { areas: '', badge: '' });
    await findImage('/share/warning/KLZK.TO.W.0501.2026.png');
  });

  it('redirects to the fallback picture if the event is unknown, and returns 404 if it never existed', async () => {
    services.weather.handlers['weather.v1.AlertEventsService/GetAlertEvent'] = () => {
      throw unavailable('The database is away.');
    };
    const away = await get('/share/warning/KLZK.TO.W.0888.2026.png');
    expect([away.status, away.headers['location'], away.headers['cache-control']]).toEqual([
      302,
      '/share.png',
      'no-store',
    ]);
    services.weather.handlers['weather.v1.AlertEventsService/GetAlertEvent'] = () => {
      throw notFound('No such event was ever seen.');
    };
    expect((await get('/share/warning/KLZK.TO.W.0999.2026.png')).status).toBe(404);
  });
});

describe('the picture of the home page', () => {
  it('has the color of the worst alert, and a calm one without alerts', async () => {
    services.weather.handlers['weather.v1.ForecastsService/GetForecast'] = () => aForecast();
    const give = (alerts: object[]) => {
      services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () => someAlerts({ alerts });
      services.weather.announce('alerts');
    };
    const bandBecomes = (what: string, colour: readonly [number, number, number]) =>
      until(what, async () => near((await findImage('/share/home.png')).pixel(1190, 600), colour));
    give([anAlert(), anAlert({ id: 'urn:2', event: 'Flood Watch', level: 'watch', severity: 'Moderate' })]);
    await bandBecomes('the colour of an extreme warning', [0x97, 0x00, 0x0f]);
    give([]);
    await bandBecomes('the colour of a quiet day', [0x12, 0x32, 0x4a]);
  });
});

describe('the picture of a post', () => {
  const postNow = (post: ReturnType<typeof aPost>) => {
    services.content.handlers['content.v1.PostsService/GetPost'] = () => post;
    return `/share/post/${post.id}.png`;
  };

  it('shows its own picture', async () => {
    const post = aPost();
    const id = newId();
    const key = `posts/${id.slice(-2)}/${id}-1280.jpg`;
    const green = await sharp({ create: { width: 1280, height: 960, channels: 3, background: '#20c040' } })
      .jpeg()
      .toBuffer();
    await bucket.store.put(`public/${key}`, green, 'image/jpeg');
    const sizes = [{ key, width: 1280, height: 960, mediaType: 'image/jpeg', sizeBytes: green.length }];
    const { pixel } = await findImage(postNow({ ...post, cover: { ...post.cover, sizes } }));
    const [red = 0, lush = 0, blue = 0] = pixel(1000, 200);
    expect(lush).toBeGreaterThan(Math.max(red, blue) + 60);
  });

  it("is a drawn sky without a picture, if the store lacks it, or if the file isn't a photo", async () => {
    await findImage(postNow(aPost({ cover: undefined })));
    await findImage(postNow(aPost()));
    const id = newId();
    const key = `posts/${id.slice(-2)}/${id}-1280.jpg`;
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>';
    await bucket.store.put(`public/${key}`, Buffer.from(svg), 'image/jpeg');
    const post = aPost();
    const sizes = [{ key, width: 1280, height: 960, mediaType: 'image/jpeg', sizeBytes: svg.length }];
    const { pixel } = await findImage(postNow({ ...post, cover: { ...post.cover, sizes } }));
    expect(near(pixel(1000, 300), [255, 0, 0])).toBe(false);
  });

  it('returns 404 without the post', async () => {
    services.content.handlers['content.v1.PostsService/GetPost'] = () => {
      throw notFound('There is no such post.');
    };
    expect((await get(`/share/post/${newId()}.png`)).status).toBe(404);
    expect((await get('/share/post/none.png')).status).toBe(404);
    expect((await get('/share/none.png')).status).toBe(404);
  });
});

it('draws a photo with any caption', async () => {
  for (const comment of ['A shelf cloud', '', 'x'.repeat(500), '</text><script>&amp;"']) {
    const snapshot = aPhoto({ comment });
    services.submissions.handlers['submissions.v1.SnapshotsService/GetPublicSnapshot'] = () => snapshot;
    await findImage(`/share/snapshot/${snapshot.id}.png`);
  }
});

it('draws concurrent requests only once, and redirects excess ones to the fallback picture', async () => {
  eventNow();
  const same = await Promise.all(Array.from({ length: 20 }, () => get('/share/warning/KLZK.TO.W.0300.2026.png')));
  expect(new Set(same.map(({ status, headers }) => `${status} ${headers['etag']}`)).size).toBe(1);
  services.weather.handlers['weather.v1.AlertEventsService/GetAlertEvent'] = ({ name }) =>
    anAlertEvent({ eventKey: name, event: String(name) }, { eventKey: name });
  const different = await Promise.all(
    Array.from({ length: 40 }, (_unused, index) => get(`/share/warning/KLZK.TO.W.${4000 + index}.2026.png`)),
  );
  const statuses = new Set(different.map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 200 && status !== 302)).toEqual([]);
  expect(statuses).toContain(200);
  expect(statuses).toContain(302);
});

describe('letters', () => {
  let letters: Letters;
  beforeAll(async () => {
    letters = await Letters.load();
  });

  it('end in an ellipsis if there is no more room', () => {
    const lines = letters.lines('Ice on the Ozarks, and what to do about it before the night', 60, 800, 500, 2);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/…$/);
    for (const line of lines) expect(letters.width(line, 60, 800)).toBeLessThanOrEqual(500);
  });

  it('break a word that is longer than a line', () => {
    const [only, ...others] = letters.lines('W'.repeat(500), 60, 800, 500, 1);
    expect([only?.endsWith('…'), others]).toEqual([true, []]);
    expect(letters.lines(`${'W'.repeat(500)} end`, 60, 800, 500, 3)[0]).toMatch(/^W+…$/);
  });

  it('omit characters missing from the typeface', () => {
    expect(letters.lines('🌪️ Tornado near Košice 🌪️', 60, 500, 2_000, 1)).toEqual(['Tornado near Košice']);
    expect(letters.lines('🌪️', 60, 500, 500, 1)).toEqual([]);
  });

  it('are outlines only', () => {
    const data = letters.path('<b>&"x"', { x: 0, y: 0 }, 40, 800);
    expect(data).toMatch(/^[MLHVQCZ0-9 .-]+$/);
  });
});
