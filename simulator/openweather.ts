/** Simulates OpenWeather's map tiles, with a color per layer. */
import sharp from 'sharp';
import type { Found, Source } from './simulated-source.js';

/** Red, green, blue. */
const tileColors: Readonly<Record<string, readonly [number, number, number]>> = {
  clouds_new: [200, 200, 215],
  precipitation_new: [60, 60, 230],
  pressure_new: [176, 247, 32],
  wind_new: [179, 100, 188],
  temp_new: [252, 128, 20],
};

const tileSide = 256;
/** As in real layers. */
const opacity = 0.6;

const messages: Record<number, string> = {
  401: 'Invalid API key. Please see https://openweathermap.org/faq#error401 for more info.',
  404: 'Internal error',
  429: 'Your account is temporary blocked due to exceeding of requests limitation of your subscription type.',
};

/** JSON, even though a picture was requested. */
export const openweather: Source = {
  errorFormat: {
    mediaType: 'image/png',
    failure: (status) => ({
      mediaType: 'application/json; charset=utf-8',
      body: { cod: status, message: messages[status] ?? 'Internal error' },
    }),
  },
  find: findTile,
};

const tileCache = new Map<string, Promise<Buffer>>();

function draw(layer: string): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = tileColors[layer] ?? [];
  const image =
    tileCache.get(layer) ??
    sharp({ create: { width: tileSide, height: tileSide, channels: 4, background: { r, g, b, alpha: opacity } } })
      .png()
      .toBuffer();
  tileCache.set(layer, image);
  return image;
}

async function findTile({ pathname, searchParams }: URL): Promise<Found> {
  const key = searchParams.get('appid');
  if (!key) return { status: 401 };
  const [, layer, zoom, x, y] = /^\/map\/(\w+)\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(pathname) ?? [];
  const count = 2 ** Number(zoom);
  const isThere = layer && tileColors[layer] && Number(zoom) <= 18 && Number(x) < count && Number(y) < count;
  return isThere ? { status: 200, body: await draw(layer) } : { status: 404 };
}
