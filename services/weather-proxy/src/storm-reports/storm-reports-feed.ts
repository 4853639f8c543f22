import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import { ChangeFeed } from '@site/platform/data/changes';
import type { ListStormReportsResponse, StormReport } from '@site/proto/gen/nest/weather/v1/storm_reports';
import { DataSource } from 'typeorm';
import { AlertFeed } from '../alerts/alert-feed.js';
import { CLOCK, type Clock } from '../clock.js';
import { CONFIG, type Config } from '../config.js';
import { Polled } from '../cache/polled.js';
import { isoOf } from '../readings/source-values.js';
import { Upstreams } from '../upstream/upstreams.js';
import { normaliseReports, reportsForMs } from './normalise-reports.js';
import { reportSources, type ReportSource } from './report-sources.js';

/** Stored: changing the shape requires a new number in the key. */
interface KnownReports {
  source: ReportSource['name'];
  reports: StormReport[];
  isAbridged: boolean;
}

/** A storm crosses the state in an hour: an old list can't show that nothing was reported. */
const keepMs = 6 * 3_600_000;

/** The state's storm reports, polled in the background, with a fallback source. */
@Injectable()
export class StormReportsFeed implements OnModuleInit, OnModuleDestroy {
  private readonly polled: Polled<KnownReports>;
  private readonly sources: readonly ReportSource[];

  constructor(
    @Inject(Upstreams) upstreams: Upstreams,
    @Inject(DataSource) dataSource: DataSource,
    @Inject(ChangeFeed) changes: ChangeFeed,
    @Inject(AlertFeed) private readonly alerts: AlertFeed,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) config: Config,
  ) {
    this.sources = reportSources(upstreams, config);
    this.polled = new Polled<KnownReports>(
      {
        key: 'reports/1',
        topic: 'reports',
        everyMs: config.STORM_REPORTS_POLL_SECONDS * 1_000,
        keepMs,
        load: () => this.load(),
        failureMessage: 'storm reports could not be fetched from any source',
      },
      { dataSource, clock, logger, changes },
    );
  }

  async onModuleInit(): Promise<void> {
    await this.polled.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.polled.stop();
  }

  /** Returns the reports of the last 24 hours. */
  list(): ListStormReportsResponse {
    const { value, fetchedAt, isStale } = this.polled.state;
    const heard = fetchedAt > 0 ? { fetchedAt: isoOf(fetchedAt) } : {};
    if (!value)
      return { reports: [], ok: false, reason: 'failed', stale: false, ...heard, source: '', abridged: false };
    const since = isoOf(this.alerts.upstreamNow() - reportsForMs);
    return {
      reports: value.reports.filter(({ time }) => time >= since),
      ok: true,
      reason: '',
      stale: isStale,
      ...heard,
      source: value.source,
      abridged: value.isAbridged,
    };
  }

  private async load(): Promise<KnownReports> {
    // By the weather service's clock, if known: a wrong one would request the wrong day.
    const now = this.alerts.upstreamNow();
    const failures: unknown[] = [];
    for (const { name, fetch } of this.sources) {
      try {
        const { reports: found, isCut } = await fetch(now - reportsForMs, now);
        const { reports, isAbridged } = normaliseReports(found, now);
        return { source: name, reports, isAbridged: isAbridged || isCut };
      } catch (error) {
        this.logger.debug({ err: error, source: name }, 'storm reports could not be fetched');
        failures.push(error);
      }
    }
    throw new AggregateError(failures, 'no storm report source is responding');
  }
}
