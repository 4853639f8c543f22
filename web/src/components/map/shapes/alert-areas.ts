/** Areas of alerts: the polygon of a storm-based warning, else its whole counties, else the state. */
import type { Alert } from '@site/proto/weather/v1/alerts.responses';
import { toneOf, type AlertTone } from '@/components/alerts/alert-variant.js';
import type { County } from './map-data.js';
import { boxAround, covers, readShape, type Box, type Position, type Shape } from './shapes.js';

/** `geometry` is GeoJSON, or null for whole counties. */
export type MapAlert = Omit<Alert, 'geometry'> & { geometry?: unknown };

const names = ({ counties, statewide }: MapAlert, id: string): boolean => statewide || counties.includes(id);

export interface AlertArea {
  shape: Shape;
  tone: AlertTone;
}

/**
 * Returns the least dangerous areas first, so that later ones are drawn on top. A county under several alerts gets the
 * look of the most dangerous one.
 * @param alerts sorted by danger
 */
export function alertAreas(alerts: MapAlert[], counties: County[]): AlertArea[] {
  const areas: AlertArea[] = [];
  const coloredCounties = new Set<string>();
  for (const alert of alerts) {
    const tone = toneOf(alert);
    const shape = readShape(alert.geometry);
    if (shape) areas.push({ shape, tone });
    else
      for (const county of counties) {
        if (coloredCounties.has(county.id) || !names(alert, county.id)) continue;
        coloredCounties.add(county.id);
        areas.push({ shape: county.shape, tone });
      }
  }
  return areas.reverse();
}

/** Returns undefined for an alert without a shape or a known county. */
export function boxOfAlert(alert: MapAlert, counties: County[]): Box | undefined {
  const shape = readShape(alert.geometry);
  if (shape) return boxAround([shape]);
  return boxAround(counties.filter(({ id }) => names(alert, id)).map((county) => county.shape));
}

export interface AlertHere {
  alert: MapAlert;
  /** The alert includes this county, but its polygon doesn't cover this point. */
  elsewhereInCounty: boolean;
}

export interface PointOnMap {
  /** Undefined outside the state. */
  county: County | undefined;
  alerts: AlertHere[];
}

/** Returns the county at a point and the alerts that cover it or name its county, in the alerts' order. */
export function whatIsAt(point: Position, alerts: MapAlert[], counties: County[]): PointOnMap {
  const county = counties.find(({ shape }) => covers(shape, point));
  const here = alerts.flatMap((alert): AlertHere[] => {
    const shape = readShape(alert.geometry);
    const named = county !== undefined && names(alert, county.id);
    if (shape && covers(shape, point)) return [{ alert, elsewhereInCounty: false }];
    return named ? [{ alert, elsewhereInCounty: shape !== undefined }] : [];
  });
  return { county, alerts: here };
}

/** Whether the alert has an area that the map can show. */
export const isDrawable = (alert: MapAlert): boolean =>
  readShape(alert.geometry) !== undefined || alert.statewide || alert.counties.length > 0;
