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
interface KnownOutlook {
  validators: Validators;
  issuedAt: number;
  validFrom: number;
  validUntil: number;
  areas: OutlookArea[];
  counties: CountyRisk[];
  unknownAreas: UnknownArea[];
}

const days = [1, 2, 3] as const;
const answerWithinMs = 8_000;
const dayMs = 24 * 3_600_000;
/** Outlooks are updated at least twice a day. */
const keepMs = dayMs;
/** Allowed clock skew. */
const furthestAheadMs = 3_600_000;

/** Severe thunderstorm outlooks of three days, polled independently: one failing must not hide the others. */
@Controller()
@OutlookServiceControllerMethods()
export class OutlookController implements OutlookServiceController {
  private readonly polled: { day: number; outlook: Polled<KnownOutlook> }[];

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
      const outlook = polling.open<KnownOutlook>({
        key: `outlook/2/day${day}`,
        topic: 'outlook',
        everyMs: config.OUTLOOK_POLL_SECONDS * 1_000,
        keepMs,
        load: (known) => this.load({ upstream, breaker, path }, known),
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
      const nothing = { day, ok: false, stale: false, ...fetched, areas: [], counties: [], unknownAreas: [] };
      if (!value) return { ...nothing, reason: 'failed' };
      if (this.alerts.laterNow() >= lastMoment(day, value)) return { ...nothing, reason: 'expired', stale: isStale };
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
    known: KnownOutlook | undefined,
  ): Promise<KnownOutlook> {
    const guards = { breaker, deadline: AbortSignal.timeout(answerWithinMs) };
    const answer = await upstream.getJsonIfChanged('outlook', path, outlookSchema, guards, known?.validators ?? {});
    if ('unchanged' in answer) {
      if (known) return known;
      throw new UpstreamError(`${path}: unchanged, but there is no earlier response`, 'invalid');
    }
    const { areas, unknown, ...times } = answer.value;
    if (times.issuedAt - this.alerts.laterNow() > furthestAheadMs)
      throw new UpstreamError(`${path}: is dated in the future`, 'invalid');
    return {
      ...times,
      validators: answer.validators,
      areas: areasAround(areas),
      counties: countyRisks(areas),
      unknownAreas: unknownAreas(unknown),
    };
  }
}

/** The day 2 outlook expires when its day begins. */
const lastMoment = (day: number, { validFrom, validUntil }: KnownOutlook): number =>
  day === 1 ? validUntil : Math.min(validUntil, validFrom - (day - 2) * dayMs);
