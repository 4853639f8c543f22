/** Client of the National Water Prediction Service (api.water.noaa.gov/nwps/v1). */
import type { Thresholds } from '@site/proto/gen/nest/weather/v1/rivers';
import { stateBoxes } from '@site/regions/bounding-boxes';
import type { Config } from '../config.js';
import type { Breaker } from '../upstream/breaker.js';
import type { Upstream } from '../upstream/upstream.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import type { Upstreams } from '../upstream/upstreams.js';
import { courseSchema, gaugesSchema, thresholdsSchema, type Reading, type SourceGauge } from './rivers.schema.js';

export interface SourceCourse {
  observed: Reading[];
  forecast: Reading[];
  /** Milliseconds since 1970 UTC. */
  issuedAt: number | undefined;
  thresholds: Thresholds;
}

/** The list is slow. */
const listWithinMs = 8_000;
/** The gateway waits five seconds for a gauge. */
const courseWithinMs = 4_000;
/** A month of quarter-hourly readings is half a megabyte. */
const maxBodyBytes = 6 * 1024 * 1024;
const marginDegrees = 0.1;

const ignoreNotFound = (error: unknown): undefined => {
  if (error instanceof UpstreamError && error.outcome === 'not_found') return undefined;
  throw error;
};

/** National Water Prediction Service client. @throws UpstreamError */
export class NwpsClient {
  private readonly upstream: Upstream;
  /** A failing gauge must not hide the list, and vice versa. */
  private readonly breakers: { gauges: Breaker; courses: Breaker };

  constructor(upstreams: Upstreams, config: Config) {
    this.upstream = upstreams.open({
      provider: 'nwps',
      baseUrl: config.NWPS_BASE_URL,
      headers: { 'user-agent': config.NWS_USER_AGENT, accept: 'application/json' },
      maxBodyBytes,
    });
    this.breakers = { gauges: upstreams.breaker('nwps', 'gauges'), courses: upstreams.breaker('nwps', 'courses') };
  }

  /** Lists the gauges in the state's box, which has a margin of a tenth of a degree. */
  async gauges(): Promise<SourceGauge[]> {
    const { west, south, east, north } = stateBoxes.itself;
    const query = new URLSearchParams({
      'bbox.xmin': (west - marginDegrees).toFixed(2),
      'bbox.ymin': (south - marginDegrees).toFixed(2),
      'bbox.xmax': (east + marginDegrees).toFixed(2),
      'bbox.ymax': (north + marginDegrees).toFixed(2),
      srid: 'EPSG_4326',
    });
    const guards = { breaker: this.breakers.gauges, deadline: AbortSignal.timeout(listWithinMs) };
    return (await this.upstream.getJson('gauges', `/gauges?${query.toString()}`, gaugesSchema, guards)).value;
  }

  /** Unavailable parts are empty. */
  async course(id: string): Promise<SourceCourse> {
    const guards = { breaker: this.breakers.courses, deadline: AbortSignal.timeout(courseWithinMs) };
    const path = `/gauges/${id.toLowerCase()}`;
    const [thresholds, course] = await Promise.all([
      this.upstream.getJson('gauge', path, thresholdsSchema, guards).catch(ignoreNotFound),
      this.upstream.getJson('stageflow', `${path}/stageflow`, courseSchema, guards).catch(ignoreNotFound),
    ]);
    const { observed, forecast } = course?.value ?? {};
    return {
      observed: observed?.readings ?? [],
      forecast: forecast?.readings ?? [],
      issuedAt: forecast?.issuedAt,
      thresholds: thresholds?.value ?? {},
    };
  }
}
