/** The two sources of local storm reports. */
import { state } from '@site/regions/state';
import type { Config } from '../config.js';
import { isoOf } from '../readings/source-values.js';
import type { Upstreams } from '../upstream/upstreams.js';
import { iemReports, noaaReports, type SourceReport, type SourceReports } from './storm-reports.schema.js';

/** The Mesonet has reports within minutes; NOAA's map server updates every half hour. */
export interface ReportSource {
  name: 'iem' | 'nws';
  /** Milliseconds since 1970 UTC. @throws UpstreamError */
  fetch(from: number, to: number): Promise<{ reports: SourceReport[]; isCut: boolean }>;
}

const responseTimeoutMs = 8_000;
const maxBodyBytes = 4 * 1024 * 1024;

/** The Mesonet's format, "202611231630". */
const stamp = (ms: number) => isoOf(ms).replace(/\D/g, '').slice(0, 12);

/** The preferred one first. */
export function reportSources(upstreams: Upstreams, config: Config): ReportSource[] {
  const open = (provider: string, address: string, schema: SourceReports) => {
    const { origin, pathname } = new URL(address);
    const headers = { 'user-agent': config.NWS_USER_AGENT, accept: 'application/geo+json, application/json' };
    const upstream = upstreams.open({ provider, baseUrl: origin, headers, maxBodyBytes });
    const breaker = upstreams.breaker(provider, 'reports');
    return async (query: Record<string, string>) => {
      const guards = { breaker, deadline: AbortSignal.timeout(responseTimeoutMs) };
      const path = `${pathname}?${new URLSearchParams(query).toString()}`;
      return (await upstream.getJson('reports', path, schema, guards)).value;
    };
  };
  const iem = open('iem', config.STORM_REPORTS_URL, iemReports);
  const nws = open('noaa-maps', config.STORM_REPORTS_FALLBACK_URL, noaaReports);
  return [
    { name: 'iem', fetch: (from, to) => iem({ states: state.postalCode, sts: stamp(from), ets: stamp(to + 60_000) }) },
    {
      name: 'nws',
      // The layer contains only the last 24 hours.
      fetch: () => nws({ where: `state='${state.postalCode}'`, outFields: '*', outSR: '4326', f: 'geojson' }),
    },
  ];
}
