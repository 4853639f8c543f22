/**
 * River gauges as the API shows them: latest reading, crest and flood category. Drops readings older than 24 hours.
 */
import type {
  Gauge as GaugeMessage,
  GetGaugeResponse,
  ListGaugesResponse,
  Stage as StageMessage,
} from '@site/proto/gen/nest/weather/v1/rivers';
import {
  floodCategories,
  gaugeResponse,
  gaugeCourseResponse,
  type FloodCategory,
  type Gauge,
  type GaugeCourse,
  type Rivers,
  type Stage,
} from '@site/proto/weather/v1/rivers.responses';
import { toResponse } from '../response-from.js';
import type { Freshness } from '../refresh-ahead-cache.js';

const maxAgeMs = 6 * 60 * 60_000;
const oldestReadingMs = 24 * 60 * 60_000;

const thresholdsSchema = gaugeCourseResponse.shape.thresholds;
const noThresholds = { action_feet: null, minor_feet: null, moderate_feet: null, major_feet: null };

const isStage = ({ at, feet }: Stage) => Number.isFinite(feet) && !Number.isNaN(Date.parse(at));
const stageOf = (stage: StageMessage | undefined): Stage | null => (stage && isStage(stage) ? { ...stage } : null);
const categoryOf = (text: string): FloodCategory => floodCategories.find((each) => each === text) ?? '';

/** Undefined if the gauge is unreadable. */
function gaugeOf(gauge: GaugeMessage, now: number): Gauge | undefined {
  const latest = stageOf(gauge.observed);
  const observed = latest && now - Date.parse(latest.at) <= oldestReadingMs ? latest : null;
  const crest = stageOf(gauge.crest);
  const trend = gaugeResponse.shape.trend.safeParse(gauge.trend);
  const data = toResponse(gaugeResponse, gauge, {
    observed,
    observed_category: observed ? categoryOf(gauge.observedCategory) : '',
    trend: observed && trend.success ? trend.data : '',
    crest,
    crest_category: crest ? categoryOf(gauge.crestCategory) : '',
  });
  return gaugeResponse.safeParse(data).success ? data : undefined;
}

/** Drops unreadable gauges; `ok` is false if all are, or if the last fetch was over six hours ago. */
export function riversData(message: ListGaugesResponse, { isUnreachable, now }: Freshness): Rivers {
  const { fetchedAt } = message;
  const isFresh = now - Date.parse(fetchedAt ?? '') <= maxAgeMs;
  const gauges = message.gauges.map((gauge) => gaugeOf(gauge, now)).filter((gauge) => gauge !== undefined);
  const isReadable = gauges.length > 0 || message.gauges.length === 0;
  const ok = message.ok && isFresh && isReadable;
  return {
    ok,
    reason: ok ? '' : 'failed',
    stale: message.stale || isUnreachable || !isFresh,
    fetched_at: fetchedAt ?? null,
    gauges,
  };
}

/** Undefined if the gauge is unreadable. */
export function gaugeCourseData(
  message: GetGaugeResponse,
  { isUnreachable, now }: Pick<Freshness, 'isUnreachable' | 'now'>,
): GaugeCourse | undefined {
  const gauge = message.gauge && gaugeOf(message.gauge, now);
  return (
    gauge &&
    toResponse(gaugeCourseResponse, message, {
      gauge,
      observed: message.observed.filter(isStage),
      forecast: message.forecast.filter(isStage),
      thresholds: message.thresholds ? toResponse(thresholdsSchema, message.thresholds) : noThresholds,
      stale: message.stale || isUnreachable,
    })
  );
}
