import type { Post, FullPost } from '@site/proto/content/v1/posts.responses';
import type { DeliveredWarning, Delivery, DeliveryPeriod } from '@site/proto/notifications/v1/deliveries.responses';
import type { Snapshot } from '@site/proto/submissions/v1/snapshots.responses';
import type { Sponsor } from '@site/proto/submissions/v1/sponsors.responses';
import type { SocialPost } from '@site/proto/weather/v1/social.responses';
import type { ImageSource } from '../ui/image.js';
import type { SiteContent } from '../components/content/site-content.js';

/** Gateway responses for tests; callers override what matters to the test. */

export function buildImage(changes: Partial<ImageSource> = {}): ImageSource {
  const size = (width: number, type: string) => ({
    src: `/media/snapshots/aa/photo-${width}.${type === 'image/webp' ? 'webp' : 'jpg'}`,
    width,
    height: (width * 3) / 4,
    type,
  });
  return {
    state: 'ready',
    width: 1280,
    height: 960,
    placeholder: '',
    sizes: [320, 1280].flatMap((width) => [size(width, 'image/webp'), size(width, 'image/jpeg')]),
    ...changes,
  };
}

export function buildSnapshot(number: number, changes: Partial<Snapshot> = {}): Snapshot {
  return {
    id: `snapshot-${number}`,
    file: `/media/snapshots/aa/photo-1280.jpg`,
    first_name: 'Maria',
    last_name: `Number${number}`,
    location: 'Jonesboro',
    comment: 'A shelf cloud',
    picture: buildImage(),
    approved_at: '2026-11-20T18:00:00Z',
    ...changes,
  };
}

export function buildSponsor(changes: Partial<Sponsor> = {}): Sponsor {
  return {
    id: 'sponsor-1',
    name: 'Delta Steel',
    url: 'https://example.com/',
    phone_number: '+15015550123',
    company_logo: null,
    picture: buildImage(),
    ...changes,
  };
}

export function buildPost(changes: Partial<Post> = {}): Post {
  return {
    id: 'post-1',
    title: 'How to read a shelf cloud',
    description: 'Look west.',
    url: null,
    image: null,
    picture: null,
    created_at: '2026-11-20T18:00:00Z',
    updated_at: '2026-11-20T18:00:00Z',
    slug: '',
    excerpt: '',
    author: '',
    tags: [],
    has_document: false,
    ...changes,
  };
}

/** The same post as returned by GET /main/post/{id}. */
export const buildFullPost = (changes: Partial<FullPost> = {}): FullPost => ({
  ...buildPost(),
  document: null,
  media: [],
  ...changes,
});

export function buildContent(changes: Partial<Omit<SiteContent, 'parts'>> = {}): Omit<SiteContent, 'parts'> {
  return {
    topSponsor: null,
    teams: [],
    sponsors: [],
    sponsor_view: '1',
    posts: [],
    snapshots: [],
    faqs: [],
    header: null,
    logo: null,
    logo_image: null,
    storm_banner: null,
    site: {
      shop_url: 'https://shop.example.com/',
      livecam_urls: [],
      video_channel_url: '',
      text_dispatch_url: '',
      sponsor_of_site: '',
      default_units: 'standard',
    },
    ...changes,
  };
}

export const buildSocialPost = (number: number, changes: Partial<SocialPost> = {}): SocialPost => ({
  pageName: 'Arkansas Storm Team',
  pagePicture: null,
  image: null,
  message: `Post ${number}`,
  created_time: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  url: `https://www.facebook.com/posts/${number}`,
  likesCount: 1,
  commentsCount: 0,
  sharesCount: 1_234,
  ...changes,
});

export const buildDeliveryPeriod = (changes: Partial<DeliveryPeriod> = {}): DeliveryPeriod => ({
  period: 'day',
  dispatches: 3,
  already_active: 0,
  source_lag: { count: 3, p50: 14, p90: 31, p99: 65 },
  own_lag: { count: 1_000, p50: 1.2, p90: 3.4, p99: 7 },
  accepted: 971,
  late: 10,
  gone: 15,
  failed: 4,
  displayed: [40, 30, 20, 5, 3, 1, 1, 0],
  ...changes,
});

export const buildDeliveredWarning = (changes: Partial<DeliveredWarning> = {}): DeliveredWarning => ({
  event_key: 'KLZK.TO.W.0042.2026',
  event: 'Tornado Warning',
  counties: ['05119', '05045'],
  sent: '2026-11-20T21:00:00Z',
  first_seen_at: '2026-11-20T21:00:12Z',
  half_accepted_at: '2026-11-20T21:00:13.500Z',
  nearly_all_accepted_at: null,
  accepted: 900,
  late: 0,
  gone: 3,
  failed: 1,
  ...changes,
});

export const buildDelivery = (changes: Partial<Delivery> = {}): Delivery => ({
  periods: [buildDeliveryPeriod()],
  warnings: [buildDeliveredWarning()],
  since: '2026-01-01T00:00:00Z',
  stuck_since: null,
  ...changes,
});
