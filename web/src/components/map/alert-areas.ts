import type { Alert } from '../weather/forecast-types.js';
import type { County } from './map-data.js';
import { boxAround, covers, readShape, type Box, type Position, type Shape } from './shapes.js';

/** Where alerts are: the polygon of a storm-based warning, else the whole counties that it names. */

/** An alert as the gateway answers it; `geometry` is GeoJSON, or null where whole counties are meant. */
export type MapAlert = Alert & { geometry?: unknown };

/** The least severe first: later ones are drawn above earlier ones. */
const severities = ['Unknown', 'Minor', 'Moderate', 'Severe', 'Extreme'] as const;
export type Severity = (typeof severities)[number];

export const severityOf = ({ severity }: Pick<Alert, 'severity'>): Severity =>
  severities.find((known) => known === severity) ?? 'Unknown';
const rankOf = (severity: Severity) => severities.indexOf(severity);

/** An area to be coloured. */
export interface AlertArea {
  shape: Shape;
  severity: Severity;
}

/** What to draw. A county under several alerts has the look of the most severe one. */
export function alertAreas(alerts: MapAlert[], counties: County[]): AlertArea[] {
  const byCounty = new Map<string, Severity>();
  const areas: AlertArea[] = [];
  for (const alert of alerts) {
    const severity = severityOf(alert);
    const shape = readShape(alert.geometry);
    if (shape) areas.push({ shape, severity });
    else
      for (const id of alert.counties) {
        const known = byCounty.get(id);
        if (known === undefined || rankOf(severity) > rankOf(known)) byCounty.set(id, severity);
      }
  }
  for (const { id, shape } of counties) {
    const severity = byCounty.get(id);
    if (severity) areas.push({ shape, severity });
  }
  return areas.sort((left, right) => rankOf(left.severity) - rankOf(right.severity));
}

/** The rectangle around an alert; undefined when it names neither a shape nor a county that we know. */
export function boxOfAlert(alert: MapAlert, counties: County[]): Box | undefined {
  const shape = readShape(alert.geometry);
  if (shape) return boxAround([shape]);
  return boxAround(counties.filter(({ id }) => alert.counties.includes(id)).map((county) => county.shape));
}

export interface AlertHere {
  alert: MapAlert;
  /** The alert names this county, but its polygon does not cover this point. */
  elsewhereInCounty: boolean;
}

/** What is known of a point. */
export interface PointOnMap {
  /** Undefined outside Arkansas. */
  county: County | undefined;
  alerts: AlertHere[];
}

/** The county of a point and the alerts that concern it. */
export function whatIsAt(point: Position, alerts: MapAlert[], counties: County[]): PointOnMap {
  const county = counties.find(({ shape }) => covers(shape, point));
  const here = alerts.flatMap((alert): AlertHere[] => {
    const shape = readShape(alert.geometry);
    const named = county !== undefined && alert.counties.includes(county.id);
    if (shape && covers(shape, point)) return [{ alert, elsewhereInCounty: false }];
    return named ? [{ alert, elsewhereInCounty: shape !== undefined }] : [];
  });
  return { county, alerts: here };
}

/** Whether an alert has a place on the map. */
export const isDrawn = (alert: MapAlert): boolean =>
  readShape(alert.geometry) !== undefined || alert.counties.length > 0;
