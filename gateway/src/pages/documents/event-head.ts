import type { AlertData } from '../../answers/alert-data.js';
import type { EventData } from '../../answers/alert-events.js';

/** What search engines and shared links show of a weather event. */

const longestAreas = 120;

/** The alerts that said last what the event is; when it is over, its last revision has none. */
export const lastAlerts = ({ revisions }: EventData): AlertData[] =>
  revisions.find(({ alerts }) => alerts.length > 0)?.alerts ?? [];

/** All areas of an event's alerts, each once: "Faulkner; Pulaski". */
export function areasOf(alerts: readonly AlertData[]): string {
  const areas = alerts.flatMap((alert) => alert.areas.split(';').map((area) => area.trim()));
  return [...new Set(areas)].filter(Boolean).join('; ');
}

const shortAreas = (text: string) => (text.length <= longestAreas ? text : `${text.slice(0, longestAreas - 1)}…`);

/** "Tornado Warning: Pulaski"; one that is over says so. */
export function eventHead(found: EventData): { title: string; description: string; picture?: undefined } {
  const alerts = lastAlerts(found);
  const [worst] = alerts;
  const name = [found.event, shortAreas(areasOf(alerts))].filter(Boolean).join(': ');
  const badge = found.active && worst?.badge ? `${worst.badge}. ` : '';
  const said = worst?.nws_headline || worst?.headline || name;
  return found.active
    ? { title: `${badge}${name}`, description: said }
    : { title: `${name} (over)`, description: `This is over. ${said}` };
}
