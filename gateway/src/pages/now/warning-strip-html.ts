/** The strip above text-only and Spanish pages that aren't about a place, like the one of the full pages. */
import { adviceFor } from '@site/domain/weather/advice';
import { formatCounties } from '@site/domain/weather/alert-counties';
import { phaseOf } from '@site/domain/weather/alert-times';
import { spanishActionOf } from '@site/domain/weather/spanish-action';
import { actionOf, asClause, isForAllVisitors } from '@site/domain/weather/warned-action';
import { escapeHtml, shortened } from '../html.js';
import { countyPhrase } from './spanish-alert-details.js';
import { onlyNameHtml, type Language } from './language.js';
import { isForAll, type NowAlert, type NowAlerts } from './now-data.js';

const maxActionLength = 200;

/** Returns the most dangerous warning in effect that leaves little time. */
export const urgentWarning = ({ alerts }: Pick<NowAlerts, 'alerts'>, now: number): NowAlert | undefined =>
  alerts.find((alert) => isForAllVisitors(alert) && phaseOf(alert, now) === 'now');

function actionHtml(alert: NowAlert, { code }: Language): string {
  const english = escapeHtml(
    shortened(asClause(actionOf(alert.instruction) ?? adviceFor(alert.event)), maxActionLength),
  );
  if (code === 'en') return english;
  const spanish = spanishActionOf(alert);
  return spanish ? escapeHtml(shortened(spanish, maxActionLength)) : `<span lang="en">${english}</span>`;
}

/** Returns "Tornado Warning for Pulaski County. If you are there: take cover now." */
export function warningStripHtml(alert: NowAlert, language: Language): string {
  const { messages, prefix, code } = language;
  const area = { counties: alert.counties, statewide: isForAll(alert) };
  const place = code === 'en' ? formatCounties(area) : countyPhrase(area);
  const title = messages.warningFor(onlyNameHtml(alert.event, 80, language), escapeHtml(place));
  const address = `${prefix}/now/alert/${encodeURIComponent(alert.event_key)}`;
  return (
    `<section class="l" aria-label="${messages.warningStrip}"><a href="${address}">${title}</a>. ` +
    `${messages.ifThere(actionHtml(alert, language))}</section>`
  );
}
