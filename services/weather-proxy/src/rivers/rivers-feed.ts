import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import { ChangeFeed } from '@site/platform/data/changes';
import { notFound, unavailable } from '@site/proto/grpc';
import type { Gauge, GetGaugeResponse, ListGaugesResponse } from '@site/proto/gen/nest/weather/v1/rivers';
import { DataSource } from 'typeorm';
import { AlertFeed } from '../alerts/alert-feed.js';
import { CLOCK, type Clock } from '../clock.js';
import { CONFIG, type Config } from '../config.js';
import { ResponseCache } from '../cache/response-cache.js';
import { Polled } from '../cache/polled.js';
import { countyAt } from '../places/county.js';
import { isoOf } from '../readings/source-values.js';
import { Upstreams } from '../upstream/upstreams.js';
import { courseAnswer, isRecent, stageOf, trendOf, withReading } from './gauge-course.js';
import { NwpsClient, type SourceCourse } from './nwps-client.js';
import type { Reading, SourceGauge } from './rivers.schema.js';

/** Readings are ours from the last hours. */
interface KnownGauge extends SourceGauge {
  county: string;
  readings: Reading[];
}

/** Stored: changing the shape requires a new number in the key. */
interface KnownGauges {
  gauges: KnownGauge[];
}

/** By then every reading is too old to be shown. */
const keepMs = 24 * 3_600_000;

/** The state's river gauges, polled in the background; each one's hydrograph is fetched on demand. */
@Injectable()
export class RiversFeed implements OnModuleInit, OnModuleDestroy {
  private readonly client: NwpsClient;
  private readonly polled: Polled<KnownGauges>;
  private readonly courses: ResponseCache<SourceCourse>;

  constructor(
    @Inject(Upstreams) upstreams: Upstreams,
    @Inject(DataSource) dataSource: DataSource,
    @Inject(ChangeFeed) changes: ChangeFeed,
    @Inject(AlertFeed) private readonly alerts: AlertFeed,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) config: Config,
  ) {
    this.client = new NwpsClient(upstreams, config);
    this.polled = new Polled<KnownGauges>(
      {
        key: 'rivers/1',
        topic: 'rivers',
        everyMs: config.RIVERS_POLL_SECONDS * 1_000,
        keepMs,
        load: (known) => this.load(known),
        failureMessage: 'river gauges could not be fetched',
      },
      { dataSource, clock, logger, changes },
    );
    this.courses = new ResponseCache({
      clock,
      most: 500,
      freshMs: () => 10 * 60_000,
      keepMs: 6 * 3_600_000,
      distrustMs: 60_000,
      pauseMs: 5_000,
      onFailure: (error, id) => logger.warn({ err: error, id }, 'the hydrograph of a gauge could not be fetched'),
    });
  }

  async onModuleInit(): Promise<void> {
    await this.polled.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.polled.stop();
  }

  /** Sorted by name. */
  list(): ListGaugesResponse {
    const { value, fetchedAt, isStale } = this.polled.state;
    const heard = fetchedAt > 0 ? { fetchedAt: isoOf(fetchedAt) } : {};
    if (!value) return { gauges: [], ok: false, reason: 'failed', stale: false, ...heard };
    const now = this.now();
    const gauges = value.gauges.map((known) => answerOf(known, now)).filter((gauge) => gauge.observed ?? gauge.crest);
    return { gauges, ok: true, reason: '', stale: isStale, ...heard };
  }

  /** Throws NOT_FOUND or UNAVAILABLE. */
  async gauge(id: string): Promise<GetGaugeResponse> {
    const { gauges, ok } = this.list();
    const gauge = gauges.find((each) => each.id === id);
    if (!gauge) throw ok ? notFound(`gauge ${id}`) : unavailable('the river gauges are unavailable');
    const known = await this.courses
      .get(id, () => this.client.course(id))
      .catch(() => {
        throw unavailable('the river forecast service is not responding');
      });
    return {
      ...courseAnswer(gauge, known.value, this.now()),
      fetchedAt: isoOf(known.fetchedAt),
      stale: known.failure !== undefined,
    };
  }

  /** The later clock: a slow one must not make data look newer. */
  private now(): number {
    return Math.max(this.alerts.upstreamNow(), this.clock.now());
  }

  private async load(known: KnownGauges | undefined): Promise<KnownGauges> {
    const before = new Map(known?.gauges.map((gauge) => [gauge.id, gauge]));
    const found = new Map((await this.client.gauges()).map((gauge) => [gauge.id, gauge]));
    const now = this.now();
    const gauges = [...found.values()]
      .filter(({ observed, forecast }) => observed ?? forecast)
      .map((gauge): KnownGauge => {
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

function answerOf({ id, name, county, lat, lon, observed, forecast, readings }: KnownGauge, now: number): Gauge {
  const reading = observed && isRecent(observed.reading, now) ? observed : undefined;
  // A crest in the past is no longer a forecast.
  const crest = forecast && forecast.reading.at > now ? forecast : undefined;
  return {
    ...{ id, name, county, lat, lon },
    observed: reading && stageOf(reading.reading),
    observedCategory: reading?.category ?? '',
    trend: reading ? trendOf(readings) : '',
    crest: crest && stageOf(crest.reading),
    crestCategory: crest?.category ?? '',
  };
}
