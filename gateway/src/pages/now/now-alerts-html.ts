import type { County } from '@site/state/counties';
import { foldSimilar, isSevere } from '@site/proto/weather/v1/danger';
import { escapeHtml, shortened } from '../html.js';
import { partsOf, tagsOf, wireNote } from '../alert-words.js';
import { alertsIn, type NowAlert, type NowAlerts } from './now-data.js';
import { andMore, checked, noAlerts, short, timeElement, unavailable } from './now-frame.js';
import { whenInWords } from './now-words.js';

/** The alerts on a county's page: the most dangerous first and in full, similar ones in one card, the rest in a line each. */

/** How much is told of each alert; less when there are many, so that the page stays small. */
export interface Detail {
  /** Alerts, or groups of similar ones, that have a card. */
  cards: number;
  /** Further ones that have a line. */
  lines: number;
  /** Characters of what to do, and of every other text. */
  advice: number;
  field: number;
  /** Of a group, so many are named. */
  named: number;
}
export const details: readonly Detail[] = [
  { cards: 8, lines: 30, advice: 900, field: 400, named: 12 },
  { cards: 8, lines: 30, advice: 400, field: 250, named: 10 },
  { cards: 6, lines: 20, advice: 200, field: 150, named: 8 },
  { cards: 5, lines: 12, advice: 120, field: 100, named: 5 },
  { cards: 3, lines: 8, advice: 100, field: 60, named: 3 },
  { cards: 2, lines: 0, advice: 60, field: 30, named: 0 },
];

export const when = (alert: NowAlert, now: number): string => whenInWords(alert, now, timeElement);

/** Where the whole text of an event is. */
export const textAddress = (eventKey: string): string => `/now/alert/${encodeURIComponent(eventKey)}`;

/** How an alert looks: an emergency, something severe, anything else. */
export const lookOf = (alert: NowAlert): string =>
  alert.level === 'emergency' ? 'c e' : isSevere(alert) ? 'c s' : 'c';

export const badgeOf = ({ badge }: NowAlert): string => (badge ? `<p class="b">${short(badge, 60)}</p>` : '');

const nameOf = (alert: NowAlert) => short(alert.event, 80);

/** A word on alerts that only the wire has told of so far. */
export const fromWireHtml = (alert: NowAlert, element: 'p' | 'span' = 'p'): string =>
  alert.from_wire ? `<${element} class="o">${wireNote}</${element}>` : '';

/** A card about an alert, or several that look like it. */
const cardOf = (alert: NowAlert, title: string, body: string) =>
  `<section class="${lookOf(alert)}">${badgeOf(alert)}<h3>${nameOf(alert)}${title}</h3>${body}</section>`;

/** A card about one alert, with a link to its text. */
export const alertCard = (alert: NowAlert, times: string, body: string): string =>
  cardOf(
    alert,
    '',
    `<p><strong>${times}</strong></p>${fromWireHtml(alert)}${body}` +
      `<p><a href="${textAddress(alert.event_key)}">Full text<span class="o"> of the ${nameOf(alert)}</span></a></p>`,
  );

const told = (label: string, text: string, longest: number) => {
  const cut = short(text, longest);
  return cut && `<p><strong>${label}:</strong> ${cut}</p>`;
};

/** What, from whom, where and what to do, of one alert. */
function card(alert: NowAlert, now: number, { advice, field }: Detail): string {
  const { hazard, source, impact, where } = partsOf(alert.desc);
  const headline = short(alert.nws_headline, field);
  return alertCard(
    alert,
    when(alert, now),
    (headline && `<p>${headline}</p>`) +
      told('Hazard', hazard, field) +
      told('Threat', tagsOf(alert), field) +
      told('Impact', impact, field / 2) +
      told('Source', source, field / 2) +
      told('Where', where || alert.areas, field) +
      (hazard || alert.instruction ? told('What to do', alert.instruction, advice) : told('Text', alert.desc, advice)),
  );
}

/** Several of one kind: their names and ends. */
function groupCard(alerts: readonly NowAlert[], now: number, { field, named }: Detail): string {
  const items = alerts.slice(0, named).map((alert) => {
    const name = shortened(partsOf(alert.desc).where || alert.nws_headline || alert.areas, Math.min(field, 100));
    return `<li><a href="${textAddress(alert.event_key)}">${escapeHtml(name || alert.event)}</a>: ${when(alert, now)} ${fromWireHtml(alert, 'span')}</li>`;
  });
  const rest = andMore(alerts.length - items.length);
  return cardOf(alerts[0]!, `: ${alerts.length} in this county`, `<ul>${items.join('')}</ul>${rest}`);
}

function line(alerts: readonly NowAlert[], now: number): string {
  const first = alerts[0]!;
  const badge = first.badge ? `${short(first.badge, 60)}: ` : '';
  const count = alerts.length > 1 ? `: ${alerts.length} in this county` : `, ${when(first, now)}`;
  const note = fromWireHtml(alerts.find(({ from_wire: fromWire }) => fromWire) ?? first, 'span');
  return `<li>${badge}<a href="${textAddress(first.event_key)}">${nameOf(first)}</a>${count} ${note}</li>`;
}

/** All alerts of a county; or that there are none, or that nobody can tell. */
export function alertsHtml(county: County, known: NowAlerts, now: number, detail: Detail): string {
  const groups = foldSimilar(alertsIn(known, county), now);
  if (groups.length === 0) return noAlerts(known.ok) + checked(known, now);
  const cards = groups
    .slice(0, detail.cards)
    .map((group) => (group.length === 1 ? card(group[0]!, now, detail) : groupCard(group, now, detail)));
  const lines = groups.slice(detail.cards, detail.cards + detail.lines).map((group) => line(group, now));
  const more = groups.slice(detail.cards + detail.lines).reduce((sum, group) => sum + group.length, 0);
  const rest = (lines.length > 0 ? `<div class="c"><h3>Also</h3><ul>${lines.join('')}</ul></div>` : '') + andMore(more);
  const doubt = known.ok ? '' : `<div class="c"><p>There may be others.</p>${unavailable}</div>`;
  return cards.join('') + rest + doubt + checked(known, now);
}
