/** Severe thunderstorm outlooks of the Storm Prediction Center, over gRPC. */
import { Controller, Inject } from '@nestjs/common';
import {
  OutlookServiceControllerMethods,
  type CountyRisk,
  type GetOutlookResponse,
  type OutlookArea,
  type OutlookDay,
  type OutlookServiceController,
  type UnknownArea,
} from '@site/proto/gen/nest/weather/v1/outlook';
import { AlertFeed } from '../alerts/alert-feed.js';
import { CONFIG, type Config } from '../config.js';
import { Polling, type Polled } from '../cache/polled.js';
import { isoOf } from '../readings/source-values.js';
import type { Breaker } from '../upstream/breaker.js';
import type { Validators } from '../upstream/headers.js';
import type { Upstream } from '../upstream/upstream.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import { Upstreams } from '../upstream/upstreams.js';
import { areasAround, countyRisks, unknownAreas } from './county-risks.js';
import { outlookSchema } from './outlook.schema.js';

/** Changes need a new number in the key. */
interface CachedOutlook {
  validators: Validators;
  issuedAt: number;
  validFrom: number;
  validUntil: number;
  areas: OutlookArea[];
  counties: CountyRisk[];
  unknownAreas: UnknownArea[];
}

const days = [1, 2, 3] as const;
const responseTimeoutMs = 8_000;
const dayMs = 24 * 3_600_000;
/** Outlooks are updated at least twice a day. */
const maxAgeMs = dayMs;
/** Allowed clock skew. */
const maxFutureMs = 3_600_000;

/** Severe thunderstorm outlooks of three days, polled independently: one failing must not hide the others. */
@Controller()
@OutlookServiceControllerMethods()
export class OutlookController implements OutlookServiceController {
  private readonly polled: { day: number; outlook: Polled<CachedOutlook> }[];

  constructor(
    @Inject(Upstreams) upstreams: Upstreams,
    @Inject(Polling) polling: Polling,
    @Inject(AlertFeed) private readonly alerts: AlertFeed,
    @Inject(CONFIG) config: Config,
  ) {
    const breaker = upstreams.breaker('spc', 'outlook');
    this.polled = days.map((day) => {
      const address = new URL(config.SPC_OUTLOOK_URL.replace('{day}', String(day)));
      const upstream = upstreams.open({
        provider: 'spc',
        baseUrl: address.origin,
        headers: { 'user-agent': config.NWS_USER_AGENT, accept: 'application/geo+json, application/json' },
      });
      const path = `${address.pathname}${address.search}`;
      const outlook = polling.open<CachedOutlook>({
        key: `outlook/2/day${day}`,
        topic: 'outlook',
        intervalMs: config.OUTLOOK_POLL_SECONDS * 1_000,
        maxAgeMs,
        load: (previous) => this.load({ upstream, breaker, path }, previous),
        failureMessage: 'the convective outlook could not be fetched',
      });
      return { day, outlook };
    });
  }

  /** A day that failed or expired has `ok` false and the reason; it never looks like no risk. */
  getOutlook(): GetOutlookResponse {
    const days = this.polled.map(({ day, outlook: { state } }): OutlookDay => {
      const { value, fetchedAt, isStale } = state;
      const fetched = fetchedAt > 0 ? { fetchedAt: isoOf(fetchedAt) } : {};
      const emptyResponse = { day, ok: false, stale: false, ...fetched, areas: [], counties: [], unknownAreas: [] };
      if (!value) return { ...emptyResponse, reason: 'failed' };
      if (this.alerts.latestNow() >= getExpiryMs(day, value))
        return { ...emptyResponse, reason: 'expired', stale: isStale };
      return {
        day,
        ok: true,
        reason: '',
        stale: isStale,
        ...fetched,
        issuedAt: isoOf(value.issuedAt),
        validFrom: isoOf(value.validFrom),
        validUntil: isoOf(value.validUntil),
        areas: value.areas,
        counties: value.counties,
        unknownAreas: value.unknownAreas,
      };
    });
    return { days };
  }

  private async load(
    { upstream, breaker, path }: { upstream: Upstream; breaker: Breaker; path: string },
    previous: CachedOutlook | undefined,
  ): Promise<CachedOutlook> {
    const guards = { breaker, deadline: AbortSignal.timeout(responseTimeoutMs) };
    const response = await upstream.getJsonIfChanged(
      'outlook',
      path,
      outlookSchema,
      guards,
      previous?.validators ?? {},
    );
    if ('unchanged' in response) {
      if (previous) return previous;
      throw new UpstreamError(`${path}: unchanged, but there is no earlier response`, 'invalid');
    }
    const { areas, unknown, ...times } = response.value;
    if (times.issuedAt - this.alerts.latestNow() > maxFutureMs)
      throw new UpstreamError(`${path}: is dated in the future`, 'invalid');
    return {
      ...times,
      validators: response.validators,
      areas: areasAround(areas),
      counties: countyRisks(areas),
      unknownAreas: unknownAreas(unknown),
    };
  }
}

/** The day 2 outlook expires when its day begins. */
const getExpiryMs = (day: number, { validFrom, validUntil }: CachedOutlook): number =>
  day === 1 ? validUntil : Math.min(validUntil, validFrom - (day - 2) * dayMs);
