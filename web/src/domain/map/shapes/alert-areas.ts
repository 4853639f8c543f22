import type { Alert } from '@site/proto/weather/v1/alerts.answers';
import { toneOf, type AlertTone } from '../../alerts/alert-look.js';
import type { County } from './map-data.js';
import { boxAround, covers, readShape, type Box, type Position, type Shape } from './shapes.js';

/** Where alerts are: the polygon of a storm-based warning, else the whole counties that it names, else the state. */

/** An alert as the gateway answers it; `geometry` is GeoJSON, or null where whole counties are meant. */
export type MapAlert = Omit<Alert, 'geometry'> & { geometry?: unknown };

/** Whether an alert without a polygon is for this county. */
const names = ({ counties, statewide }: MapAlert, id: string): boolean => statewide || counties.includes(id);

/** An area to be coloured. */
export interface AlertArea {
  shape: Shape;
  tone: AlertTone;
}

/**
 * What to draw, the least dangerous first: later ones are drawn above earlier ones. A county under several alerts has the look
 * of the most dangerous one.
 * @param alerts in the order of danger
 */
export function alertAreas(alerts: MapAlert[], counties: County[]): AlertArea[] {
  const areas: AlertArea[] = [];
  const coloured = new Set<string>();
  for (const alert of alerts) {
    const tone = toneOf(alert);
    const shape = readShape(alert.geometry);
    if (shape) areas.push({ shape, tone });
    else
      for (const county of counties) {
        if (coloured.has(county.id) || !names(alert, county.id)) continue;
        coloured.add(county.id);
        areas.push({ shape: county.shape, tone });
      }
  }
  return areas.reverse();
}

/** The rectangle around an alert; undefined when it names neither a shape nor a county that we know. */
export function boxOfAlert(alert: MapAlert, counties: County[]): Box | undefined {
  const shape = readShape(alert.geometry);
  if (shape) return boxAround([shape]);
  return boxAround(counties.filter(({ id }) => names(alert, id)).map((county) => county.shape));
}

export interface AlertHere {
  alert: MapAlert;
  /** The alert names this county, but its polygon does not cover this point. */
  elsewhereInCounty: boolean;
}

/** What is known of a point. */
export interface PointOnMap {
  /** Undefined outside the state. */
  county: County | undefined;
  alerts: AlertHere[];
}

/** The county of a point and the alerts that concern it. */
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

/** Whether an alert has a place on the map. */
export const isDrawn = (alert: MapAlert): boolean =>
  readShape(alert.geometry) !== undefined || alert.statewide || alert.counties.length > 0;
