import type { Post, FullPost } from '@site/proto/content/v1/posts.responses';
import type { DeliveredWarning, Delivery, DeliveryPeriod } from '@site/proto/notifications/v1/deliveries.responses';
import type { Snapshot } from '@site/proto/submissions/v1/snapshots.responses';
import type { Sponsor } from '@site/proto/submissions/v1/sponsors.responses';
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import type { Hour } from '@site/proto/weather/v1/forecasts.responses';
import type { SocialPost } from '@site/proto/weather/v1/social.responses';
import { isSevere } from '@site/domain/weather/danger';
import type { Revision, WeatherEvent } from '@site/proto/weather/v1/alert-events.responses';
import type { ImageSource } from '../ui/image.js';
import type { SiteContent } from '../components/content/site-content.js';
import type { AlertsResponse } from '../components/alerts/alert-queries.js';
import type { ForecastResponse } from '../components/time/forecast-clock.js';

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

export function buildAlert(number: number, changes: Partial<Alert> = {}): Alert {
  const effective = new Date(Date.now() - 600_000).toISOString();
  const ends = new Date(Date.now() + 3_600_000).toISOString();
  return {
    id: `urn:oid:${number}`,
    event: 'Tornado Warning',
    severity: 'Extreme',
    urgency: 'Immediate',
    certainty: 'Observed',
    headline: `Headline ${number}`,
    desc: `Description ${number}`,
    instruction: 'Take cover now.',
    areas: 'Faulkner; Pulaski',
    geometry: null,
    counties: ['05045'],
    effective,
    expires: changes.ends === undefined ? ends : changes.ends,
    sender: 'NWS Little Rock AR',
    event_key: `KLZK.TO.W.${String(number).padStart(4, '0')}.2026`,
    revision: 1,
    sent: effective,
    onset: effective,
    ends,
    until_further_notice: false,
    nws_headline: '',
    tornado_detection: '',
    tornado_damage_threat: '',
    thunderstorm_damage_threat: '',
    flash_flood_detection: '',
    flash_flood_damage_threat: '',
    max_hail_size: '',
    max_wind_gust: '',
    event_motion_description: '',
    event_codes: ['TOR'],
    vtec: [],
    zones: ['ARC045'],
    statewide: false,
    danger: 5,
    level: 'warning',
    badge: '',
    from_nwws: false,
    unlisted_since: null,
    spanish_text: null,
    ...changes,
  };
}

/** A response created just now; by default all clocks are right. */
export function buildAlerts(alerts: Alert[] = [], changes: Partial<AlertsResponse> = {}): AlertsResponse {
  const now = new Date().toISOString();
  return {
    ok: true,
    updatedAt: now,
    source: 'nws',
    pollSeconds: alerts.some(isSevere) ? 10 : 60,
    sourceTime: now,
    serverTime: now,
    alerts,
    unlisted: [],
    ...changes,
  };
}

export function buildRevision(revision: number, changes: Partial<Revision> = {}): Revision {
  const sent = new Date(Date.now() - 600_000).toISOString();
  return {
    revision,
    action: revision === 1 ? 'NEW' : 'CON',
    sent,
    first_seen_at: sent,
    changes: [],
    alerts: [buildAlert(1, { revision })],
    ...changes,
  };
}

/** A warning in effect; by default all clocks are right. */
export function buildEvent(changes: Partial<WeatherEvent> = {}): WeatherEvent {
  const now = new Date().toISOString();
  return {
    ok: true,
    event_key: 'KLZK.TO.W.0001.2026',
    event: 'Tornado Warning',
    active: true,
    ended_at: null,
    ended_by: '',
    successor_key: null,
    unlisted_since: null,
    revisions: [buildRevision(1)],
    sourceTime: now,
    serverTime: now,
    ...changes,
  };
}

/** An hour of November 20, 2026 (a Friday) or the next day; its temperature is its number: 15:00 has 15 °F. */
export function buildHour(hoursFromMidnight: number, changes: Partial<Hour> = {}): Hour {
  const time = new Date(Date.UTC(2026, 10, 20, hoursFromMidnight)).toISOString().slice(0, 16).replace('T', ' ');
  return {
    time,
    time_epoch: Date.UTC(2026, 10, 20, hoursFromMidnight + 6) / 1_000,
    temp_f: hoursFromMidnight,
    chance_of_rain: 10,
    is_day: true,
    condition: { text: 'Sunny', icon: 'clear-day', code: 1000 },
    only_rain: true,
    ...changes,
  };
}

export function buildForecast(changes: Partial<ForecastResponse> = {}): ForecastResponse {
  const hours = Array.from({ length: 48 }, (_, index) => buildHour(index));
  return {
    location: {
      name: 'Conway',
      region: 'Arkansas',
      country: 'United States of America',
      lat: 35.2,
      lon: -91.83,
      tz_id: 'America/Chicago',
      localtime: '2026-11-20 15:00',
    },
    current: {
      temp_f: 64.9,
      feelslike_c: 18.3,
      feelslike_f: 64.9,
      wind_kph: 13,
      wind_dir: 'S',
      humidity: 58,
      vis_km: 16,
      uv: 3,
      is_day: true,
      condition: { text: 'Partly cloudy', icon: 'partly-cloudy-day', code: 1003 },
      air_quality: undefined,
      not_measured: [],
    },
    forecast: {
      forecastday: [
        {
          date: '2026-11-20',
          day: {
            maxtemp_f: 68.2,
            mintemp_f: 47.1,
            daily_chance_of_rain: 40,
            only_rain: true,
            condition: { text: 'Sunny', icon: '', code: 1000 },
          },
          astro: { sunrise: '06:49 AM', sunset: '05:03 PM' },
          hour: hours.slice(0, 24),
        },
      ],
      hour: hours,
    },
    alerts: { alert: [] },
    meta: {
      source: 'nws',
      observedAt: null,
      alertsFetchedAt: null,
      forecastIssuedAt: null,
      forecastDelayed: false,
      currentFrom: '',
      stationId: '',
      stationName: '',
      pollSeconds: 60,
      fetchedAt: new Date(Date.now() - 240_000).toISOString(),
      stale: false,
      ageSeconds: 240,
      alertsOk: true,
      sample: false,
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
  runs: 3,
  already_active: 0,
  source_lag: { count: 3, p50: 14, p90: 31, p99: 65 },
  own_lag: { count: 1_000, p50: 1.2, p90: 3.4, p99: 7 },
  accepted: 971,
  late: 10,
  gone: 15,
  failed: 4,
  shown: [40, 30, 20, 5, 3, 1, 1, 0],
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
