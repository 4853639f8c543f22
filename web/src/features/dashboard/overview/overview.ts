import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/api.js';
import type { AuditEntry } from '../../../domain/audit/audit-words.js';
import type { Campaign } from '../../../domain/newsletter/campaign.js';
import { whileSignedIn } from '../../../domain/session/signed-out.js';

/** GET /admin/main/overview. A figure that nobody can tell at the moment is null. */
export interface Overview {
  waiting: { snapshots: number | null; sponsors: number | null; contact_messages: number | null };
  outbox: { unprocessed: number | null; oldest_age_seconds: number | null };
  failed_jobs: number | null;
  newsletter: { confirmed: number | null; pending: number | null; last_campaign: Campaign | null };
  providers: Provider[];
  latest_audit: AuditEntry[];
  services: Record<string, 'up' | 'down'>;
}

/** Somebody outside whom the site asks: for weather, maps, posts. */
export interface Provider {
  name: string;
  /** off: not set up, so nobody asks. */
  state: 'ok' | 'failing' | 'off';
  last_success_at: string | null;
  /** What is wrong, or why it is off; may be empty. */
  detail: string | null;
}

export const overviewEverySeconds = 15;

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: async ({ signal }) => (await request<Overview>('/admin/main/overview', { signal })).data,
  refetchInterval: whileSignedIn<Overview>(() => overviewEverySeconds * 1_000),
  // Old figures are shown as such until new ones are there, never as today's.
  staleTime: 0,
});

const serviceNames: Record<string, string> = {
  content: 'Content',
  submissions: 'Submissions',
  auth: 'Sign-in',
  weather: 'Weather',
};

/** A service by the name that editors know it under. */
export function serviceName(name: string): string {
  return serviceNames[name] ?? name;
}

const providerNames: Record<string, string> = {
  nws: 'National Weather Service',
  weatherapi: 'WeatherAPI',
  mapbox: 'Mapbox',
  openweather: 'OpenWeather',
  facebook: 'Facebook',
  smtp: 'Outgoing mail',
  mail: 'Outgoing mail',
};

/** A provider by its full name. */
export function providerName(name: string): string {
  return providerNames[name] ?? name;
}
