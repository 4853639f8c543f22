/** Local storm reports of the last 24 hours, over gRPC. */
import { Controller, Inject } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import {
  StormReportsServiceControllerMethods,
  type ListStormReportsResponse,
  type StormReport,
  type StormReportsServiceController,
} from '@site/proto/gen/nest/weather/v1/storm_reports';
import { AlertFeed } from '../alerts/alert-feed.js';
import { CONFIG, type Config } from '../config.js';
import { Polling, type Polled } from '../cache/polled.js';
import { isoOf } from '../readings/source-values.js';
import { Upstreams } from '../upstream/upstreams.js';
import { normaliseReports, reportsForMs } from './normalize-reports.js';
import { reportSources, type ReportSource } from './report-sources.js';

/** Changes need a new number in the key. */
interface CachedReports {
  source: ReportSource['name'];
  reports: StormReport[];
  isAbridged: boolean;
}

/** A storm crosses the state in an hour: an old list can't show a quiet day. */
const maxAgeMs = 6 * 3_600_000;

/** Polled in the background, with a fallback source. */
@Controller()
@StormReportsServiceControllerMethods()
export class StormReportsController implements StormReportsServiceController {
  private readonly polled: Polled<CachedReports>;
  private readonly sources: readonly ReportSource[];

  constructor(
    @Inject(Upstreams) upstreams: Upstreams,
    @Inject(Polling) polling: Polling,
    @Inject(AlertFeed) private readonly alerts: AlertFeed,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) config: Config,
  ) {
    this.sources = reportSources(upstreams, config);
    this.polled = polling.open<CachedReports>({
      key: 'reports/1',
      topic: 'reports',
      intervalMs: config.STORM_REPORTS_POLL_SECONDS * 1_000,
      maxAgeMs,
      load: () => this.load(),
      failureMessage: 'storm reports could not be fetched from any source',
    });
  }

  /** Returns the reports of the last 24 hours. */
  listStormReports(): ListStormReportsResponse {
    const { value, fetchedAt, isStale } = this.polled.state;
    const fetched = fetchedAt > 0 ? { fetchedAt: isoOf(fetchedAt) } : {};
    if (!value)
      return { reports: [], ok: false, reason: 'failed', stale: false, ...fetched, source: '', abridged: false };
    const since = isoOf(this.alerts.upstreamNow() - reportsForMs);
    return {
      reports: value.reports.filter(({ time }) => time >= since),
      ok: true,
      reason: '',
      stale: isStale,
      ...fetched,
      source: value.source,
      abridged: value.isAbridged,
    };
  }

  private async load(): Promise<CachedReports> {
    // By the weather service's clock, if known.
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
