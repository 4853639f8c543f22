/** Simulates the Graph API: a page, its posts and their images. */
import { stateName } from '@site/regions/state';
import sharp from 'sharp';
import type { Found, Source } from './simulated-source.js';

const pageId = '100000000000001';
const hourMs = 3_600_000;

interface SimulatedPost {
  hoursAgo: number;
  message?: string;
  picture?: number;
  likes?: number;
  comments?: number;
  shares?: number;
}

/** Each optional field is missing at least once. */
const posts: SimulatedPost[] = [
  {
    message: `Simulated post: storms enter western ${stateName} after 4 PM.`,
    hoursAgo: 2,
    picture: 1,
    likes: 41,
    comments: 7,
    shares: 5,
  },
  {
    message: 'Simulated post: what a watch is, and what a warning is.',
    hoursAgo: 9,
    picture: 2,
    likes: 12,
    comments: 1,
  },
  {
    message:
      'Simulated post: no picture this time, only words. Keep a flashlight and a weather radio with fresh batteries where everybody in the house can find them.',
    hoursAgo: 26,
    likes: 120,
    comments: 33,
    shares: 58,
  },
  { hoursAgo: 31, picture: 3, likes: 9, comments: 0 },
  { hoursAgo: 50, message: 'Simulated post: first frost in the Ozarks.', picture: 4 },
  {
    message: 'Simulated post: river levels along the White River.',
    hoursAgo: 74,
    picture: 5,
    likes: 3,
    comments: 2,
    shares: 1,
  },
  {
    message: 'Simulated post: test your storm shelter today.',
    hoursAgo: 99,
    picture: 6,
    likes: 77,
    comments: 12,
    shares: 20,
  },
  {
    message: 'Simulated post: sunset over Petit Jean.',
    hoursAgo: 150,
    picture: 7,
    likes: 210,
    comments: 18,
    shares: 9,
  },
  { hoursAgo: 200, message: 'Simulated post: how we measure rain.', picture: 8, likes: 15, comments: 3, shares: 2 },
  { hoursAgo: 260, message: 'Simulated post: a quiet week ahead.', picture: 9, likes: 8, comments: 1, shares: 1 },
  {
    message: 'Simulated post: thank you for 10,000 followers.',
    hoursAgo: 300,
    picture: 10,
    likes: 500,
    comments: 90,
    shares: 40,
  },
  { hoursAgo: 350, message: 'Simulated post: meet the team.', picture: 11, likes: 65, comments: 6, shares: 3 },
];

/** "2026-11-20T20:15:30+0000", without a colon. */
const graphTime = (timestamp: number) => new Date(timestamp).toISOString().replace(/\.\d{3}Z$/, '+0000');

const counted = (count: number | undefined) =>
  count === undefined ? undefined : { data: [], summary: { total_count: count, can_comment: false } };

const errorOf = (status: number) => {
  const limited = status === 429 || status === 403;
  return {
    error: limited
      ? { message: '(#4) Application request limit reached', type: 'OAuthException', is_transient: true, code: 4 }
      : {
          message: 'Error validating access token: Session has expired',
          type: 'OAuthException',
          code: 190,
          error_subcode: 463,
        },
  };
};

/** Simulates a Facebook page whose posts have fixed times and drawn images. Token "expired" gets an error. */
export class Facebook implements Source {
  /** Post times are the same in every call. */
  private readonly startedAt = Math.floor(Date.now() / 1_000) * 1_000;
  private readonly imageCache = new Map<number, Promise<Buffer>>();

  readonly errorFormat: Source['errorFormat'] = {
    mediaType: 'application/json; charset=UTF-8',
    failure: (status) => ({ mediaType: 'application/json; charset=UTF-8', body: errorOf(status) }),
  };

  /** @param base returns the address above the pictures */
  constructor(private readonly base: () => string) {}

  readonly find = async ({ pathname, searchParams }: URL): Promise<Found> => {
    const image = await this.picture(pathname);
    if (image) return { status: 200, body: image, mediaType: 'image/jpeg' };
    const [, page, edge] = /^\/v\d+\.\d+\/([\w.-]+)(\/posts)?$/.exec(pathname) ?? [];
    if (!page) return { status: 404 };
    const token = searchParams.get('access_token');
    if (!token || token === 'expired') return { status: 400 };
    const fields = (searchParams.get('fields') ?? '').split(/,(?![^(]*\))/).map((field) => field.split('.')[0] ?? '');
    const pickFields = (all: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(all).filter(([name, value]) => value !== undefined && (name === 'id' || fields.includes(name))),
      );
    // Picture addresses have a new signature in every response.
    const signed = (number: number) => `${this.base()}/pictures/${number}.jpg?_nc_cat=${number}&oh=${Date.now()}&oe=6F`;
    if (!edge) {
      const portrait = { data: { height: 50, width: 50, is_silhouette: false, url: signed(0) } };
      const all = { id: pageId, name: `${stateName} Storm Team (simulated)`, picture: portrait };
      return { status: 200, body: pickFields(all) };
    }
    const limit = Number(searchParams.get('limit') ?? 25);
    const data = posts.slice(0, limit).map((post, index) =>
      pickFields({
        id: `${pageId}_${index + 1}`,
        message: post.message,
        full_picture: post.picture === undefined ? undefined : signed(post.picture),
        created_time: graphTime(this.startedAt - post.hoursAgo * hourMs),
        permalink_url: `https://www.facebook.com/${pageId}/posts/${index + 1}`,
        likes: counted(post.likes),
        comments: counted(post.comments),
        shares: post.shares === undefined ? undefined : { count: post.shares },
      }),
    );
    return { status: 200, body: { data, paging: { cursors: { before: 'AAA', after: 'BBB' } } } };
  };

  /** Returns a JPEG with camera data and location; undefined for other paths. */
  private picture(path: string): Promise<Buffer> | undefined {
    const number = /^\/pictures\/(\d{1,2})\.jpg$/.exec(path)?.[1];
    if (number === undefined) return undefined;
    const index = Number(number);
    const drawing = this.imageCache.get(index) ?? draw(index);
    this.imageCache.set(index, drawing);
    return drawing;
  }
}

/** Draws a sky over hills, in different colors. */
function draw(number: number): Promise<Buffer> {
  // Drawn small and enlarged: a hundredth of the work.
  const [width, height] = number === 0 ? [50, 50] : [96, 54];
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const hill = height * (0.7 + 0.08 * Math.sin((x / width) * 9 + number) + 0.04 * Math.sin((x / width) * 23));
      const depth = y / height;
      const [red, green, blue] =
        y > hill
          ? [30 + number * 4, 60 + number * 3, 50]
          : [60 + number * 12 + depth * 90, 110 + depth * 90, 200 - number * 8 + depth * 30];
      pixels.set(
        [red, green, blue].map((value) => Math.max(0, Math.min(255, Math.round(value)))),
        (y * width + x) * 3,
      );
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(number === 0 ? 50 : 960)
    .jpeg({ quality: 80 })
    .withExif({
      IFD0: { Make: 'Simulator' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '34/1 44/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '92/1 17/1 0/1' },
    })
    .toBuffer();
}
