/** Words about alerts that feeds, documents and lightweight pages share. */
import type { AlertData } from '../responses/alert-json.js';
import type { EventData } from '../responses/alert-events.js';

export const nwwsNote = 'Received directly from the weather service, before its public list was updated.';

/** Returns the last alerts: the final revision of an event that is over has none. */
export const lastAlerts = ({ revisions }: EventData): AlertData[] =>
  revisions.find(({ alerts }) => alerts.length > 0)?.alerts ?? [];

/** Returns "Faulkner; Pulaski". */
export function areasOf(alerts: readonly AlertData[]): string {
  const areas = alerts.flatMap((alert) => alert.areas.split(';').map((area) => area.trim()));
  return [...new Set(areas)].filter(Boolean).join('; ');
}

/** A part starts on a new paragraph or line: "HAZARD...70 mph wind gusts", "* WHERE...Portions of Pulaski County." */
const partEnds = /\n\s*\n|\n(?=\s*(?:\*\s*)?[A-Z][A-Z ]{2,30}\.\.\.)/;
const part = /^\s*(?:\*\s*)?([A-Z][A-Z ]{2,30})\.\.\.([\s\S]*)$/;

/** Parses the weather offices' style (NWS Directives 10-511, 10-513); missing parts are empty. */
export function partsOf(desc: string): { hazard: string; source: string; impact: string; where: string } {
  const parts = new Map<string, string>();
  for (const paragraph of desc.replace(/\r/g, '').split(partEnds)) {
    const [, label = '', text = ''] = part.exec(paragraph) ?? [];
    if (label && !parts.has(label)) parts.set(label, text.replace(/\s+/g, ' ').trim());
  }
  const first = (...labels: string[]) => labels.map((label) => parts.get(label)).find(Boolean) ?? '';
  return {
    hazard: first('HAZARD', 'HAZARDS', 'WHAT'),
    source: first('SOURCE'),
    impact: first('IMPACT', 'IMPACTS'),
    where: first('WHERE', 'AFFECTED AREA').replace(/\.$/, ''),
  };
}

const isSome = (amount: string) => /[1-9]/.test(amount);

/** Returns "tornado radar indicated, damage threat considerable, hail 1.75 in"; may be empty. */
export function tagsOf(alert: AlertData): string {
  const threats = [
    alert.tornado_damage_threat,
    alert.thunderstorm_damage_threat,
    alert.flash_flood_damage_threat,
  ].filter(Boolean);
  const tags = [
    alert.tornado_detection && `tornado ${alert.tornado_detection.toLowerCase()}`,
    alert.flash_flood_detection && `flash flooding ${alert.flash_flood_detection.toLowerCase()}`,
    ...threats.map((threat) => `damage threat ${threat.toLowerCase()}`),
    isSome(alert.max_wind_gust) && `wind ${alert.max_wind_gust.toLowerCase()}`,
    isSome(alert.max_hail_size) && `hail ${alert.max_hail_size.toLowerCase()} in`,
  ];
  return tags.filter(Boolean).join(', ');
}
