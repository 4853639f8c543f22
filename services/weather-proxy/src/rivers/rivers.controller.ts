/** River gauges and their hydrographs, over gRPC. */
import { Controller, Inject } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { invalid, notFound, unavailable } from '@site/proto/grpc';
import type { Id } from '@site/proto/gen/nest/common/v1/common';
import {
  RiversServiceControllerMethods,
  type Gauge,
  type GetGaugeResponse,
  type ListGaugesResponse,
  type RiversServiceController,
} from '@site/proto/gen/nest/weather/v1/rivers';
import { AlertFeed } from '../alerts/alert-feed.js';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import { CONFIG, type Config } from '../config.js';
import { ResponseCache } from '@site/platform/base/response-cache';
import { Polling, type Polled } from '../cache/polled.js';
import { countyAt } from '../places/county.js';
import { isoOf } from '../readings/source-values.js';
import { Upstreams } from '../upstream/upstreams.js';
import { toGaugeResponse, isRecent, stageOf, trendOf, withReading } from './gauge-hydrograph.js';
import { NwpsClient, type SourceCourse } from './nwps-client.js';
import type { Reading, SourceGauge } from './rivers.schema.js';

/** Readings are ours from the last hours. */
interface CachedGauge extends SourceGauge {
  county: string;
  readings: Reading[];
}

/** Changes need a new number in the key. */
interface CachedGauges {
  gauges: CachedGauge[];
}

const idForm = /^[A-Z0-9]{5}$/;
/** By then every reading is too old. */
const maxAgeMs = 24 * 3_600_000;

/** The state's river gauges, polled in the background; hydrographs are fetched on demand. */
@Controller()
@RiversServiceControllerMethods()
export class RiversController implements RiversServiceController {
  private readonly client: NwpsClient;
  private readonly polled: Polled<CachedGauges>;
  private readonly courses: ResponseCache<SourceCourse>;

  constructor(
    @Inject(Upstreams) upstreams: Upstreams,
    @Inject(Polling) polling: Polling,
    @Inject(AlertFeed) private readonly alerts: AlertFeed,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) config: Config,
  ) {
    this.client = new NwpsClient(upstreams, config);
    this.polled = polling.open<CachedGauges>({
      key: 'rivers/1',
      topic: 'rivers',
      intervalMs: config.RIVERS_POLL_SECONDS * 1_000,
      maxAgeMs,
      load: (previous) => this.load(previous),
      failureMessage: 'river gauges could not be fetched',
    });
    this.courses = new ResponseCache({
      clock,
      maxSize: 500,
      freshMs: () => 10 * 60_000,
      maxAgeMs: 6 * 3_600_000,
      distrustMs: 60_000,
      pauseMs: 5_000,
      onFailure: (error, id) => logger.warn({ err: error, id }, 'the hydrograph of a gauge could not be fetched'),
    });
  }

  /** Sorted by name. */
  listGauges(): ListGaugesResponse {
    const { value, fetchedAt, isStale } = this.polled.state;
    const fetched = fetchedAt > 0 ? { fetchedAt: isoOf(fetchedAt) } : {};
    if (!value) return { gauges: [], ok: false, reason: 'failed', stale: false, ...fetched };
    const now = this.alerts.latestNow();
    const gauges = value.gauges.map((gauge) => toGauge(gauge, now)).filter((gauge) => gauge.observed ?? gauge.crest);
    return { gauges, ok: true, reason: '', stale: isStale, ...fetched };
  }

  /** @throws INVALID_ARGUMENT, NOT_FOUND, or UNAVAILABLE while the list or the provider is missing */
  async getGauge(request: Id): Promise<GetGaugeResponse> {
    const id = request.id.toUpperCase();
    if (!idForm.test(id)) throw invalid('must be a gauge id');
    const { gauges, ok } = this.listGauges();
    const gauge = gauges.find((each) => each.id === id);
    if (!gauge) throw ok ? notFound(`gauge ${id}`) : unavailable('the river gauges are unavailable');
    const cached = await this.courses
      .get(id, () => this.client.course(id))
      .catch(() => {
        throw unavailable('the river forecast service is not responding');
      });
    return {
      ...toGaugeResponse(gauge, cached.value, this.alerts.latestNow()),
      fetchedAt: isoOf(cached.fetchedAt),
      stale: cached.failure !== undefined,
    };
  }

  private async load(previous: CachedGauges | undefined): Promise<CachedGauges> {
    const before = new Map(previous?.gauges.map((gauge) => [gauge.id, gauge]));
    const found = new Map((await this.client.gauges()).map((gauge) => [gauge.id, gauge]));
    const now = this.alerts.latestNow();
    const gauges = [...found.values()]
      .filter(({ observed, forecast }) => observed ?? forecast)
      .map((gauge): CachedGauge => {
        const earlier = before.get(gauge.id);
        const isInPlace = earlier?.lat === gauge.lat && earlier.lon === gauge.lon;
        const reading = gauge.observed?.reading;
        return {
          ...gauge,
          county: isInPlace ? earlier.county : (countyAt(gauge) ?? ''),
          readings: withReading(earlier?.readings ?? [], reading && isRecent(reading, now) ? reading : undefined),
        };
      });
    return { gauges: gauges.sort((left, right) => left.name.localeCompare(right.name, 'en-US')) };
  }
}

function toGauge({ id, name, county, lat, lon, observed, forecast, readings }: CachedGauge, now: number): Gauge {
  const reading = observed && isRecent(observed.reading, now) ? observed : undefined;
  // A crest in the past is no longer a forecast.
  const crest = forecast && forecast.reading.at > now ? forecast : undefined;
  return {
    id,
    name,
    county,
    lat,
    lon,
    observed: reading && stageOf(reading.reading),
    observedCategory: reading?.category ?? '',
    trend: reading ? trendOf(readings) : '',
    crest: crest && stageOf(crest.reading),
    crestCategory: crest?.category ?? '',
  };
}
