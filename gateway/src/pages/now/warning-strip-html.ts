/** The strip above text-only and Spanish pages that aren't about a place, like the one of the full pages. */
import { formatCounties } from '@site/domain/weather/alert-counties';
import { phaseOf } from '@site/domain/weather/alert-times';
import { spanishActionOf } from '@site/domain/weather/spanish-action';
import { actionOf, asClause, isForAllVisitors, reasonOf } from '@site/domain/weather/warned-action';
import { escapeHtml, shortened } from '../html.js';
import { countyPhrase } from './spanish-alert-details.js';
import { englishHtml, onlyNameHtml, type Language } from './language.js';
import { isForAll, type NowAlert, type NowAlerts } from './now-data.js';

const maxActionLength = 200;

/** Returns the most dangerous warning in effect that leaves little time. */
export const urgentWarning = ({ alerts }: Pick<NowAlerts, 'alerts'>, now: number): NowAlert | undefined =>
  alerts.find((alert) => isForAllVisitors(alert) && phaseOf(alert, now) === 'now');

const shortClause = (sentence: string) => escapeHtml(shortened(asClause(sentence), maxActionLength));

/** @param isForReader the whole state is warned, so the sentence is the reader's own */
function actionHtml(alert: NowAlert, language: Language, isForReader: boolean): string {
  const { messages } = language;
  const spanish = language.code === 'es' ? spanishActionOf(alert) : undefined;
  if (spanish) return messages.ifThere(shortClause(spanish));
  const action = actionOf(alert);
  return isForReader
    ? englishHtml(escapeHtml(shortened(action, maxActionLength)), language)
    : messages.ifThere(englishHtml(shortClause(action), language));
}

/**
 * Returns "Tornado Warning for Pulaski County. If you are there: take cover now." An event whose name doesn't say it has
 * its reason before.
 */
export function warningStripHtml(alert: NowAlert, language: Language): string {
  const { messages, prefix, code } = language;
  const area = { counties: alert.counties, statewide: isForAll(alert) };
  const place = code === 'en' ? formatCounties(area) : countyPhrase(area);
  const title = messages.warningFor(onlyNameHtml(alert.event, 80, language), escapeHtml(place));
  const address = `${prefix}/now/alert/${encodeURIComponent(alert.event_key)}`;
  const reason = reasonOf({ ...alert, statewide: area.statewide });
  const reasonHtml = reason ? `${englishHtml(escapeHtml(reason), language)} ` : '';
  return (
    `<section class="l" aria-label="${messages.warningStrip}"><a href="${address}">${title}</a>. ` +
    `${reasonHtml}${actionHtml(alert, language, area.statewide)}</section>`
  );
}
