/** The dashboard's page of weather providers: which are on, and what is wrong with them. */
import { Controller, Inject } from '@nestjs/common';
import {
  ProvidersServiceControllerMethods,
  type ListProvidersResponse,
  type Provider,
  type ProvidersServiceController,
} from '@site/proto/gen/nest/weather/v1/providers';
import { AlertFeed } from '../alerts/alert-feed.js';
import { CONFIG, socialSettings, storeSettings, type Config } from '../config.js';
import type { UpstreamError } from '../upstream/upstream-error.js';
import { Upstreams, type PurposeHealth } from '../upstream/upstreams.js';

interface ProviderInfo {
  name: string;
  use: string;
  isOn: boolean;
}

/** Without addresses and keys. */
const sentences: Readonly<Record<UpstreamError['outcome'], string>> = {
  not_found: 'can’t find the requested resource',
  rate_limited: 'is limiting our requests',
  http_error: 'returns an error',
  redirect: 'redirects us, which we don’t follow',
  timeout: 'doesn’t respond in time',
  network: 'can’t be reached',
  too_large: 'sends too much data',
  invalid: 'sends data we can’t use',
  refused: 'is paused because it keeps failing',
};

const hints: Readonly<Record<number, string>> = {
  400: 'the request or the token was rejected',
  401: 'the key was rejected',
  403: 'access was denied',
};

function complaint({ purpose, lastFailure }: PurposeHealth): string {
  if (!lastFailure) return '';
  const { status, outcome } = lastFailure;
  const hint = status === undefined ? '' : ` (status ${status}${hints[status] ? `: ${hints[status]}` : ''})`;
  return `${purpose}: ${sentences[outcome]}${hint}`;
}

const maxListed = 3;

/** "2 parts that can't be used (hours[3]: temp_f: expected number)". */
function listed(parts: readonly string[]): string {
  const more = parts.length > maxListed ? `; and ${parts.length - maxListed} more` : '';
  const count = parts.length === 1 ? 'a part that can’t be used' : `${parts.length} parts that can’t be used`;
  return `${count} (${parts.slice(0, maxListed).join('; ')}${more})`;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

@Controller()
@ProvidersServiceControllerMethods()
export class ProvidersController implements ProvidersServiceController {
  private readonly known: readonly ProviderInfo[];

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(Upstreams) private readonly upstreams: Upstreams,
    @Inject(AlertFeed) private readonly alerts: AlertFeed,
  ) {
    this.known = [
      {
        name: 'weatherapi',
        use: 'Forecasts, preferred over all others.',
        isOn: Boolean(config.WEATHERAPI_KEY),
      },
      { name: 'nws', use: 'Forecasts, observations and alerts.', isOn: true },
      ...['mrms', 'nexrad'].map((name, index) => ({
        name,
        use: index === 0 ? 'Radar frames.' : 'Radar frames when mrms has none.',
        isOn: storeSettings(config) !== undefined,
      })),
      { name: 'spc', use: 'Storm outlooks.', isOn: true },
      { name: 'iem', use: 'Storm reports.', isOn: true },
      { name: 'noaa-maps', use: 'Storm reports when iem has none.', isOn: true },
      { name: 'nwps', use: 'River gauges.', isOn: true },
      { name: 'mapbox', use: 'Place search.', isOn: Boolean(config.MAPBOX_TOKEN) },
      {
        name: 'openweather',
        use: 'Weather map layers.',
        isOn: Boolean(config.OPENWEATHER_KEY),
      },
      {
        name: 'facebook',
        use: 'The page’s posts.',
        isOn: socialSettings(config) !== undefined,
      },
    ];
  }

  listProviders(): ListProvidersResponse {
    return { providers: this.known.map((provider) => this.statusOf(provider)) };
  }

  /** What is wrong with the list of alerts although it could be fetched. */
  private alertComplaints(isFailingOtherwise: boolean): string[] {
    const { setAside, eventsStuckSince } = this.alerts.known;
    const complaints = [];
    if (setAside.length > 0)
      complaints.push(`alerts: set aside ${listed(setAside.map(({ name, reason }) => `${name}: ${reason}`))}`);
    if (eventsStuckSince !== undefined)
      complaints.push('alerts: changes can’t be recorded, so their notifications aren’t sent');
    // A fetched list may be too old.
    if (complaints.length === 0 && !isFailingOtherwise && this.alerts.isFailing)
      complaints.push('alerts: the list is incomplete');
    return complaints;
  }

  private statusOf({ name, use, isOn }: ProviderInfo): Provider {
    if (!isOn) return { name, state: 'off', detail: 'Not configured. An operator can turn it on.' };
    const { purposes, isBudgetSpent, leftOut } = this.upstreams.health(name);
    const complaints = purposes.map(complaint).filter(Boolean);
    if (name === 'nws') complaints.push(...this.alertComplaints(complaints.length > 0));
    if (isBudgetSpent) complaints.push('today’s call budget is used up; it resets at midnight UTC');
    const successes = purposes.map(({ lastSuccessAt }) => lastSuccessAt ?? 0);
    const lastSuccessAt = Math.max(0, ...successes);
    const wasRequested = lastSuccessAt > 0 || complaints.length > 0;
    return {
      name,
      state: complaints.length > 0 ? 'failing' : 'ok',
      ...(lastSuccessAt > 0 && { lastSuccessAt: new Date(lastSuccessAt).toISOString() }),
      detail: [
        complaints.length > 0 ? sentence(complaints.join('; ')) : wasRequested ? use : `${use} Not used yet.`,
        ...leftOut.map(({ resource, parts }) => sentence(`${resource}: left out ${listed(parts)}`)),
      ].join(' '),
    };
  }
}
