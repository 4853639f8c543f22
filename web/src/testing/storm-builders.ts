import { riskLabels, type Outlook, type OutlookDay, type RiskLabel } from '@site/proto/weather/v1/outlook.responses';
import type { Gauge, GaugeCourse, Rivers } from '@site/proto/weather/v1/rivers.responses';
import type { StormReport, StormReports } from '@site/proto/weather/v1/storm-reports.responses';
import type { TextProduct } from '@site/proto/weather/v1/text-products.responses';

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const renewed = () => ({ ok: true, stale: false, fetched_at: hoursFromNow(-0.05) });

/** Risks by the county's FIPS code. */
export function buildOutlookDay(
  day: number,
  risks: Record<string, RiskLabel> = {},
  changes: Partial<OutlookDay> = {},
): OutlookDay {
  return {
    day,
    ...renewed(),
    reason: '',
    issued_at: hoursFromNow(-2.1),
    valid_from: hoursFromNow(24 * (day - 1) - 1),
    valid_until: hoursFromNow(24 * day - 1),
    areas: [],
    unknown_areas: [],
    counties: Object.entries(risks).map(([county, label]) => ({ county, label, level: riskLabels.indexOf(label) })),
    ...changes,
  };
}

/** Gives only the first day a risk by default. */
export const buildOutlook = (risks: Record<string, RiskLabel> = {}, changes: Partial<OutlookDay> = {}): Outlook => ({
  days: [buildOutlookDay(1, risks, changes), buildOutlookDay(2), buildOutlookDay(3)],
});

export function buildStormReport(number: number, changes: Partial<StormReport> = {}): StormReport {
  return {
    id: `report-${number}`,
    time: hoursFromNow(-number / 60),
    type: 'Hail',
    kind: 'hail',
    magnitude: '1.75 inches',
    qualifier: 'measured',
    place: `${number} NE Conway`,
    county: '05045',
    lat: 35.1,
    lon: -92.4,
    remark: '',
    reporter: 'Trained Spotter',
    office: 'LZK',
    ...changes,
  };
}

export const buildStormReports = (reports: StormReport[] = [], changes: Partial<StormReports> = {}): StormReports => ({
  ...renewed(),
  reason: '',
  source: 'iem',
  abridged: false,
  reports,
  ...changes,
});

export function buildGauge(changes: Partial<Gauge> = {}): Gauge {
  return {
    id: 'TADA4',
    name: 'Arkansas River at Toad Suck',
    county: '05045',
    lat: 35.07,
    lon: -92.54,
    observed: { at: hoursFromNow(-0.5), feet: 12.44 },
    observed_category: 'no_flooding',
    trend: 'rising',
    crest: { at: hoursFromNow(30), feet: 28.1 },
    crest_category: 'minor',
    ...changes,
  };
}

export const buildRivers = (gauges: Gauge[] = [], changes: Partial<Rivers> = {}): Rivers => ({
  ...renewed(),
  reason: '',
  gauges,
  ...changes,
});

/** Builds three days of hourly measurements, and two of forecasts. */
export function buildGaugeCourse(changes: Partial<GaugeCourse> = {}): GaugeCourse {
  return {
    gauge: buildGauge(),
    observed: Array.from({ length: 72 }, (_, index) => ({ at: hoursFromNow(index - 72), feet: 10 + index / 30 })),
    forecast: Array.from({ length: 8 }, (_, index) => ({ at: hoursFromNow(index * 6), feet: 12.4 + index * 2 })),
    forecast_issued_at: hoursFromNow(-3),
    thresholds: { action_feet: 22, minor_feet: 24, moderate_feet: 28, major_feet: 45 },
    fetched_at: hoursFromNow(-0.05),
    stale: false,
    ...changes,
  };
}

export function buildTextProduct(changes: Partial<TextProduct> = {}): TextProduct {
  return {
    office: 'LZK',
    kind: 'discussion',
    id: 'product-1',
    issued_at: hoursFromNow(-2.1),
    title: 'Area Forecast Discussion',
    sections: [
      { heading: '', paragraphs: ['Issued at 2 PM.'] },
      { heading: 'Short term', paragraphs: ['A front comes closer.', 'Storms follow it.'] },
    ],
    fetched_at: hoursFromNow(-0.05),
    stale: false,
    ...changes,
  };
}
